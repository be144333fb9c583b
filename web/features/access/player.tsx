import { type RefObject, useEffect, useRef, useState } from 'react'
import type { IslandDefinition } from '../../hydration/island.tsx'
import { loadPlaybackPosition, resumablePosition, savePlaybackPosition } from './playback-position.ts'

type PlayerProps = {
  kind: 'audio' | 'video'
  title: string
  src: string
  /** Issues a new signed URL after the old one has expired. */
  refreshUrl: string
  /** The storage key of the playback position on this device. */
  positionKey: string
  poster: string | null
}

/** A file that cannot be played must not be requested in a loop. */
const minRefreshIntervalMs = 60_000
const saveIntervalMs = 5_000

/**
 * The browser's own player. It resumes where it was left, and goes on with a new URL when the signed one has expired.
 * If that fails too, the browser cannot play the file, and the page says so.
 */
function Player({ kind, title, src, refreshUrl, positionKey, poster }: PlayerProps) {
  const player = useRef<HTMLAudioElement & HTMLVideoElement>(null)
  const [isUnplayable, setIsUnplayable] = useState(false)
  const refreshedAt = useRef(0)
  const position = usePlaybackPosition(player, { key: positionKey, refreshedAt })

  function refreshUrlOnce() {
    const media = player.current
    if (!media) return
    if (Date.now() - refreshedAt.current < minRefreshIntervalMs) return setIsUnplayable(true)
    const at = media.currentTime
    refreshedAt.current = Date.now()
    media.src = refreshUrl
    media.currentTime = at
    if (at > 0) void media.play().catch(() => undefined)
  }

  // A player that failed or was ready before hydration sends no event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first render can have missed an event
  useEffect(() => {
    if (player.current?.error) refreshUrlOnce()
    else position.restore()
  }, [])

  const media = {
    ref: player,
    src,
    controls: true,
    preload: 'metadata',
    'aria-label': title,
    onError: refreshUrlOnce,
    onPlaying: () => setIsUnplayable(false),
    onLoadedMetadata: position.restore,
    onTimeUpdate: position.saveNowAndThen,
    onPause: position.save,
    onEnded: position.save,
    onSeeked: position.save,
  }
  return (
    <>
      {kind === 'audio' ? (
        <audio {...media} className="w-full" />
      ) : (
        <video
          {...media}
          playsInline
          poster={poster ?? undefined}
          className="max-h-[70vh] w-full rounded-md bg-sunken"
        />
      )}
      {isUnplayable && (
        <p role="status" className="rounded-sm bg-warn-soft px-3.5 py-2.5 text-warn">
          Your browser can’t play this file. Download it and open it in another app.
        </p>
      )}
    </>
  )
}

type Playback = { key: string; refreshedAt: RefObject<number> }

/** Saves the position on this device while it plays, and restores it once. */
function usePlaybackPosition(player: RefObject<HTMLMediaElement | null>, { key, refreshedAt }: Playback) {
  const savedAt = useRef(0)
  function save() {
    savedAt.current = Date.now()
    if (player.current) savePlaybackPosition(key, resumablePosition(player.current))
  }
  function restore() {
    const media = player.current
    if (!media || media.readyState < HTMLMediaElement.HAVE_METADATA) return
    // Already playing, or the URL was renewed during playback.
    if (media.currentTime > 0 || refreshedAt.current > 0) return
    const position = loadPlaybackPosition(key)
    if (position !== undefined && position < media.duration) media.currentTime = position
  }
  const saveNowAndThen = () => Date.now() - savedAt.current > saveIntervalMs && save()
  return { save, restore, saveNowAndThen }
}

export const playerIsland: IslandDefinition<PlayerProps> = {
  name: 'player',
  entry: 'web/features/access/player-island.ts',
  Component: Player,
}
