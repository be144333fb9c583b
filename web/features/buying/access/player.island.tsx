import { type RefObject, useEffect, useRef, useState } from 'react'
import type { IslandDefinition } from '../../../hydration/island.tsx'
import { type FileProblem, findFileProblem } from './file-problem.ts'
import {
  loadPlaybackPosition,
  minRefreshIntervalMs,
  resumablePosition,
  saveIntervalMs,
  savePlaybackPosition,
} from './playback-position.ts'
import { PlaybackProblem } from './playback-problem.tsx'

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

/** The browser's player. It resumes at the saved position, also with a new URL after the signed one has expired. */
function Player({ kind, title, src, refreshUrl, positionKey, poster }: PlayerProps) {
  const player = useRef<HTMLAudioElement & HTMLVideoElement>(null)
  const [problem, setProblem] = useState<FileProblem | 'unplayable'>()
  const refreshedAt = useRef(0)
  const playback = usePlaybackPosition(player, { key: positionKey, refreshedAt })

  async function refreshUrlOrFail() {
    if (Date.now() - refreshedAt.current < minRefreshIntervalMs)
      return setProblem((await findFileProblem(refreshUrl)) ?? 'unplayable')
    refresh()
  }

  function refresh() {
    const media = player.current
    if (!media) return
    const positionSeconds = media.currentTime
    refreshedAt.current = Date.now()
    setProblem(undefined)
    media.src = refreshUrl
    media.currentTime = positionSeconds
    if (positionSeconds > 0) void media.play().catch(() => undefined)
  }

  // A player that failed or was ready before hydration sends no event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first render can have missed an event
  useEffect(() => {
    if (player.current?.error) void refreshUrlOrFail()
    else playback.restore()
  }, [])

  const mediaProps = {
    ref: player,
    src,
    controls: true,
    preload: 'metadata',
    'aria-label': title,
    onError: () => void refreshUrlOrFail(),
    onPlaying: () => setProblem(undefined),
    onLoadedMetadata: playback.restore,
    onTimeUpdate: playback.saveThrottled,
    onPause: playback.save,
    onEnded: playback.save,
    onSeeked: playback.save,
  }
  return (
    <>
      {kind === 'audio' ? (
        <audio {...mediaProps} className="w-full" />
      ) : (
        <video
          {...mediaProps}
          playsInline
          poster={poster ?? undefined}
          className="max-h-[70vh] w-full rounded-md bg-sunken"
        />
      )}
      <div role="status" className="empty:hidden">
        {problem === 'unplayable' ? (
          <p className="rounded-sm bg-warn-soft px-3.5 py-2.5 text-warn">
            Your browser can’t play this file. Download it and open it in another app.
          </p>
        ) : (
          problem && <PlaybackProblem problem={problem} onRetry={refresh} />
        )}
      </div>
    </>
  )
}

type PlaybackOptions = { key: string; refreshedAt: RefObject<number> }

function usePlaybackPosition(
  player: RefObject<HTMLMediaElement | null>,
  { key, refreshedAt }: PlaybackOptions,
) {
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
    const positionSeconds = loadPlaybackPosition(key)
    if (positionSeconds !== undefined && positionSeconds < media.duration) media.currentTime = positionSeconds
  }
  const saveThrottled = () => Date.now() - savedAt.current > saveIntervalMs && save()
  return { save, restore, saveThrottled }
}

export const playerIsland: IslandDefinition<PlayerProps> = {
  name: 'player',
  entry: 'web/features/buying/access/player.island.tsx',
  Component: Player,
}
