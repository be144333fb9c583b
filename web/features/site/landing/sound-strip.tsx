import { Play } from 'lucide-react'
import { formatDuration } from '../../../../domain/recording-length.ts'
import { Waveform } from '../../../shared/waveform.tsx'

/** The strip of the player on a cover, with the waveform that this browser read. */
export function SoundStrip({ peaks, seconds }: { peaks: string; seconds: number }) {
  return (
    <div className="absolute inset-x-2 bottom-2 flex items-center gap-3 rounded-[16px] bg-[rgb(20_18_14/0.8)] py-1.5 pr-3.5 pl-1.5 text-[#fff]">
      <span
        aria-hidden
        className="grid size-10 flex-none place-items-center rounded-full bg-[#fff] text-[#14130f]"
      >
        <Play className="size-4 fill-current" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex justify-between gap-3 text-sm leading-tight">
          <b className="font-semibold">Listen</b>
          <span className="text-[#e8e2d6]">{`${formatDuration(seconds)} in full`}</span>
        </p>
        <Waveform peaks={peaks} from={0} heard={0} to={1} className="mt-1 h-6 w-full" />
      </div>
    </div>
  )
}
