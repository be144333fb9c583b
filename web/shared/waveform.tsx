import { clsx } from 'clsx'
import { waveBox, wavePaths } from '../../domain/waveform.ts'

type WaveformProps = {
  /** As `domain/waveform.ts` writes them; null for a plain line. */
  peaks: string | null
  /** Shares of the whole recording, from 0 to 1: what may be heard begins and ends, and until where it was heard. */
  from: number
  heard: number
  to: number
  className?: string
}

/** How far a recording is played, and what of it may be heard. A drawing: what plays it says the time in words. */
export function Waveform({ peaks, from, heard, to, className }: WaveformProps) {
  if (!peaks) return <Line share={to > from ? (heard - from) / (to - from) : 0} className={className} />
  const paths = wavePaths(peaks, { from, heard, to })
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${waveBox.width} ${waveBox.height}`}
      preserveAspectRatio="none"
      className={clsx('wave', className)}
    >
      {paths.heard && <path className="wave-heard" d={paths.heard} />}
      {paths.audible && <path className="wave-audible" d={paths.audible} />}
      {paths.rest && <path className="wave-rest" d={paths.rest} />}
    </svg>
  )
}

/** For a video, and for sound without a waveform: how much of what may be heard was played. */
function Line({ share, className }: { share: number; className: string | undefined }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 40"
      preserveAspectRatio="none"
      className={clsx('wave wave-line', className)}
    >
      <path className="wave-rest" d="M1 20h98" />
      {share > 0 && <path className="wave-heard" d={`M1 20h${Math.round(Math.min(1, share) * 980) / 10}`} />}
    </svg>
  )
}
