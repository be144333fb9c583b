import { type RefObject, useEffect, useState } from 'react'
import { formatDuration } from '../../../../domain/recording-length.ts'
import { Waveform } from '../../../shared/waveform.tsx'

type NowPlayingProps = {
  element: RefObject<HTMLMediaElement | null>
  /** What stands above the waveform, and what is played. */
  title: string
  subject: string
  /** Of the whole recording, where it was measured. */
  seconds: number | null
  peaks: string | null
  /** Where it goes on, from an earlier visit. */
  startSeconds: number
}

/** What is played and how far, as a waveform in which one can seek by pointer and arrows. */
export function NowPlaying({ element, title, subject, seconds, peaks, startSeconds }: NowPlayingProps) {
  const { position, duration } = useProgress(element, { startSeconds, seconds })
  const share = duration ? Math.min(1, position / duration) : 0
  const time = duration
    ? `${formatDuration(Math.floor(position))} of ${formatDuration(Math.round(duration))}`
    : ''

  function seek(to: number) {
    const media = element.current
    if (media && media.readyState >= HTMLMediaElement.HAVE_METADATA) media.currentTime = to
  }
  return (
    <div className="grid gap-1.5">
      <p className="flex min-w-0 justify-between gap-4">
        <b className="min-w-0 truncate font-semibold" aria-live="polite">
          {title}
        </b>
        <span className="flex-none text-ink-faint text-sm tabular-nums">{time}</span>
      </p>
      <div className="relative">
        <Waveform peaks={peaks} from={0} heard={share} to={1} className="wave-on-paper h-9 w-full sm:h-11" />
        <input
          type="range"
          min={0}
          max={Math.max(1, Math.round(duration ?? 0))}
          step={1}
          value={Math.floor(position)}
          onChange={(event) => seek(Number(event.target.value))}
          aria-label={`Position in ${subject}`}
          aria-valuetext={time || 'Not started'}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
      </div>
    </div>
  )
}

type Known = { startSeconds: number; seconds: number | null }

function useProgress(element: RefObject<HTMLMediaElement | null>, { startSeconds, seconds }: Known) {
  const [progress, setProgress] = useState<{ position: number; duration: number | null }>()

  // The media element says where it is.
  useEffect(() => {
    const media = element.current
    if (!media) return
    const read = () => {
      if (media.readyState >= HTMLMediaElement.HAVE_METADATA)
        setProgress({
          position: media.currentTime,
          duration: Number.isFinite(media.duration) ? media.duration : null,
        })
      else setProgress(undefined)
    }
    read()
    const listeners = new AbortController()
    for (const name of ['timeupdate', 'seeked', 'loadedmetadata', 'emptied', 'durationchange'])
      media.addEventListener(name, read, { signal: listeners.signal })
    return () => listeners.abort()
  }, [element])
  return { position: progress?.position ?? startSeconds, duration: progress?.duration ?? seconds }
}
