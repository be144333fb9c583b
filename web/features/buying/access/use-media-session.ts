import { useEffect } from 'react'

type MediaSessionInfo = {
  title: string
  artist: string
  album: string
  /** The address of the cover as a JPEG. */
  cover: string | null
  /** Null where there is no such track. */
  onPrevious: (() => void) | null
  onNext: (() => void) | null
}

/** Titles, cover and keys of the lock screen and of headphones. */
export function useMediaSession({ title, artist, album, cover, onPrevious, onNext }: MediaSessionInfo): void {
  // Tells the browser what is played. Not every browser has a media session.
  useEffect(() => {
    if (!('mediaSession' in navigator)) return
    const artwork = cover === null ? [] : [{ src: cover, type: 'image/jpeg' }]
    navigator.mediaSession.metadata = new MediaMetadata({ title, artist, album, artwork })
  }, [title, artist, album, cover])
  useEffect(() => {
    if (!('mediaSession' in navigator)) return
    navigator.mediaSession.setActionHandler('previoustrack', onPrevious)
    navigator.mediaSession.setActionHandler('nexttrack', onNext)
  })
}
