import { type RefObject, useEffect, useState } from 'react'

export type PlaybackStatus = 'idle' | 'playing' | 'paused' | 'ended' | 'failed'

/**
 * What a media element does, for controls of our own. It may have been started before React was there. Only one element of
 * a page plays at a time.
 */
export function usePlayback(element: RefObject<HTMLMediaElement | null>) {
  const [status, setStatus] = useState<PlaybackStatus>('idle')
  const [seconds, setSeconds] = useState(0)

  // Reads what happened before hydration, and pauses when another element of the page starts.
  useEffect(() => {
    const media = element.current
    if (!media) return
    setStatus(statusOf(media))
    setSeconds(media.currentTime)
    const pauseForOther = ({ target }: Event) => target !== media && media.pause()
    document.addEventListener('play', pauseForOther, true)
    return () => document.removeEventListener('play', pauseForOther, true)
  }, [element])

  function toggle() {
    const media = element.current
    if (!media) return
    if (!media.paused) return media.pause()
    if (media.error) media.load()
    // A refusal is the browser's, and an error has an event of its own.
    void media.play().catch(() => undefined)
  }

  function seekBy(change: number) {
    const media = element.current
    if (media && media.readyState >= HTMLMediaElement.HAVE_METADATA)
      media.currentTime = Math.min(Math.max(0, media.currentTime + change), media.duration)
  }

  return {
    status,
    seconds,
    toggle,
    seekBy,
    mediaProps: {
      onPlay: () => setStatus('playing'),
      onPause: () => element.current?.ended || setStatus('paused'),
      onTimeUpdate: () => setSeconds(element.current?.currentTime ?? 0),
      onEnded: () => setStatus('ended'),
      onError: () => setStatus('failed'),
    },
  }
}

function statusOf(media: HTMLMediaElement): PlaybackStatus {
  if (media.error) return 'failed'
  if (media.ended) return 'ended'
  if (!media.paused) return 'playing'
  return media.currentTime > 0 ? 'paused' : 'idle'
}
