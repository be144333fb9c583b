import { SkipBack, SkipForward } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import type { IslandDefinition } from '../../../hydration/island.tsx'
import { Button } from '../../../ui/button.tsx'
import { albumSelector, playSelector, showTrackStates, trackOf } from './album-rows.ts'
import { NowPlaying } from './now-playing.tsx'
import { PlaybackProblem } from './playback-problem.tsx'
import { type Track, useAlbum } from './use-album.ts'
import { useMediaSession } from './use-media-session.ts'

type AlbumPlayerProps = {
  /** `video` when one of the tracks is a video. */
  kind: 'audio' | 'video'
  tracks: ReadonlyArray<Track>
  positionKey: string
  artist: string
  album: string
  /** The address of the cover as a JPEG. */
  cover: string | null
}

/** One player for all recordings of an item: it goes on to the next track, and plays the one whose row is pressed. */
function AlbumPlayer({ kind, tracks, positionKey, artist, album, cover }: AlbumPlayerProps) {
  const element = useRef<HTMLAudioElement & HTMLVideoElement>(null)
  const player = useAlbum(element, { positionKey, tracks })
  const { track, previous, next, isStarted, isPlaying, unplayableIds, startSeconds } = player
  const isHydrated = useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  )
  const title = track?.title ?? album
  const isVideo = kind === 'video' && (track ?? tracks[0])?.isVideo === true
  const heading = tracks.length > 1 ? title : artist
  useMediaSession({ title, artist, album, cover, onPrevious: previous, onNext: next })
  useRowPresses(player)
  useKeys(player)

  // The rows are not rendered here.
  useEffect(() => {
    showTrackStates({ currentId: isStarted ? track?.id : undefined, isPlaying, unplayableIds })
  }, [track, isStarted, isPlaying, unplayableIds])

  const mediaProps = {
    ref: element,
    // Later tracks are set by `useAlbum`.
    src: tracks[0]?.url,
    // Nothing is read before somebody presses play: that would count as opened.
    preload: 'none' as const,
    'aria-label': album,
    ...player.mediaProps,
  }
  return (
    <div
      className={
        isVideo && tracks.length === 1
          ? 'grid gap-2.5'
          : 'grid min-h-[92px] content-center gap-2.5 rounded-md bg-sunken px-4 pt-3.5 pb-3 sm:px-[18px]'
      }
    >
      {isHydrated && !isVideo ? (
        <NowPlaying
          element={element}
          title={heading}
          subject={title}
          seconds={track?.seconds ?? null}
          peaks={track?.peaks ?? null}
          startSeconds={startSeconds}
        />
      ) : (
        (!isVideo || tracks.length > 1) && (
          <p className="truncate font-semibold" aria-live={isVideo ? 'polite' : undefined}>
            {isVideo ? title : heading}
          </p>
        )
      )}
      {kind === 'audio' ? (
        // The browser's own controls, until ours are there.
        <audio {...mediaProps} controls={!isHydrated} className={isHydrated ? undefined : 'w-full'} />
      ) : (
        // One element plays them all. A recording without a picture has no frame.
        <video
          {...mediaProps}
          controls={isVideo}
          playsInline
          poster={cover ?? undefined}
          className={isVideo ? 'max-h-[80vh] w-full rounded-md bg-[#14130f]' : 'hidden'}
        />
      )}
      {tracks.length > 1 && (
        <p className="-my-1.5 flex justify-center gap-1 noscript:hidden">
          <StepButton label="Previous track" step={previous}>
            <SkipBack aria-hidden />
          </StepButton>
          <StepButton label="Next track" step={next}>
            <SkipForward aria-hidden />
          </StepButton>
        </p>
      )}
      <Problems player={player} tracks={tracks} />
    </div>
  )
}

/** It is hydrated once, and stays. */
const noSubscription = () => () => undefined

type StepButtonProps = { label: string; step: (() => void) | null; children: React.ReactElement }

function StepButton({ label, step, children }: StepButtonProps) {
  return (
    <Button
      variant="icon"
      aria-label={label}
      disabled={!step}
      onClick={() => step?.()}
      className="noscript:hidden"
    >
      {children}
    </Button>
  )
}

type AlbumState = ReturnType<typeof useAlbum>

function Problems({ player, tracks }: { player: AlbumState; tracks: ReadonlyArray<Track> }) {
  const { problem, unplayableIds, toggle } = player
  const failed = tracks.find(({ id }) => id === unplayableIds.at(-1))
  return (
    <div role="status" className="empty:hidden">
      {problem && <PlaybackProblem problem={problem} onRetry={toggle} />}
      {failed && !problem && (
        <p className="rounded-sm bg-warn-soft px-3.5 py-2.5 text-warn [overflow-wrap:anywhere]">
          {`“${failed.title}” can’t be played here. Download it.`}
        </p>
      )}
    </div>
  )
}

/** Takes the presses of the tracks' rows. With a key held down they stay links. */
function useRowPresses({ press, toggle }: AlbumState): void {
  const handleClick = useEffectEvent((event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || !(event.target instanceof Element)) return
    const id = trackOf(event.target)
    if (id === undefined && !event.target.closest(playSelector)) return
    event.preventDefault()
    if (id === undefined) toggle()
    else press(id)
  })

  // The rows are outside of this component.
  useEffect(() => {
    const listener = (event: MouseEvent) => handleClick(event)
    document.addEventListener('click', listener)
    return () => document.removeEventListener('click', listener)
  }, [])
}

const seekSeconds = 5

/** Keys of the player and of its rows, while one of them has the focus. */
function useKeys({ press, toggle, seekBy, previous, next }: AlbumState): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const action = actionOf(event)
    if (!action) return
    event.preventDefault()
    action()
  })

  function actionOf({
    key,
    target,
    metaKey,
    ctrlKey,
    altKey,
  }: KeyboardEvent): (() => void) | undefined | null {
    if (metaKey || ctrlKey || altKey) return undefined
    if (!(target instanceof Element) || !target.closest(albumSelector)) return undefined
    if (/^[nN]$/.test(key)) return next
    if (/^[pP]$/.test(key)) return previous
    // The browser's own controls have these keys.
    if (target instanceof HTMLMediaElement || target instanceof HTMLInputElement) return undefined
    if (key === 'ArrowLeft') return () => seekBy(-seekSeconds)
    if (key === 'ArrowRight') return () => seekBy(seekSeconds)
    if (key !== ' ') return undefined
    const id = trackOf(target)
    if (id !== undefined) return () => press(id)
    if (target.closest(playSelector)) return toggle
    return target.closest('a, button, summary') ? undefined : toggle
  }

  // The rows are outside of this component.
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

export const albumPlayerIsland: IslandDefinition<AlbumPlayerProps> = {
  name: 'album-player',
  entry: 'web/features/buying/access/album-player.island.tsx',
  Component: AlbumPlayer,
}
