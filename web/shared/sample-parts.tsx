import { Pause, Play, RotateCcw } from 'lucide-react'
import type { RefObject } from 'react'
import type { Teaser } from '../../contract/teasers.ts'
import { pluralize } from '../ui/format.ts'
import type { PlaybackStatus, usePlayback } from './use-playback.ts'
import { Waveform } from './waveform.tsx'

export type Sample = NonNullable<Teaser['audio']>

type SampleVideoProps = ReturnType<typeof usePlayback>['mediaProps'] & {
  ref: RefObject<(HTMLAudioElement & HTMLVideoElement) | null>
  url: string
  isIdle: boolean
  onPress: () => void
}

/** Before it plays it is transparent, so the cover is seen. Then the cover is a blur beside a picture of another shape. */
export function SampleVideo({ ref, url, isIdle, onPress, ...events }: SampleVideoProps) {
  return (
    <video
      {...events}
      ref={ref}
      src={url}
      preload="none"
      playsInline
      data-plays
      tabIndex={-1}
      onClick={onPress}
      className={`absolute inset-0 size-full cursor-pointer rounded-lg object-contain noscript:hidden ${isIdle ? '' : 'backdrop-filter-[blur(24px)_brightness(0.5)]'}`}
    />
  )
}

export function StatusIcon({ status }: { status: PlaybackStatus }) {
  if (status === 'playing') return <Pause aria-hidden fill="currentColor" strokeWidth={0} />
  if (status === 'ended' || status === 'failed') return <RotateCcw aria-hidden />
  return <Play aria-hidden fill="currentColor" strokeWidth={0} />
}

export function buttonLabel(
  status: PlaybackStatus,
  { verb, seconds }: { verb: string; seconds: number },
): string {
  if (status === 'playing') return 'Pause'
  if (status === 'ended') return `${verb} again`
  if (status === 'failed') return 'Try again'
  return status === 'paused' ? 'Play' : `${verb}, ${pluralize(seconds, 'second')}`
}

export function SampleWave({ sample, seconds }: { sample: Sample; seconds: number }) {
  const total = Math.max(sample.recordingSeconds ?? 0, sample.seconds, 1)
  const start = sample.startSeconds ?? 0
  const share = (second: number) => Math.min(1, second / total)
  return (
    <Waveform
      peaks={sample.peaks}
      from={share(start)}
      heard={share(start + seconds)}
      to={share(start + sample.seconds)}
      className="mt-1 h-7 w-full sm:h-8.5"
    />
  )
}
