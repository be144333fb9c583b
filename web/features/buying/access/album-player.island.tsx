import { SkipBack, SkipForward } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { IslandDefinition } from '../../../hydration/island.tsx'
import { Button } from '../../../ui/button.tsx'
import { albumSelector, showTrackStates, trackOf } from './album-rows.ts'
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
  /** With `none` nothing is read before somebody presses play. */
  preload: 'metadata' | 'none'
}

/** One player for all recordings of an item: it goes on to the next track, and plays the one whose row is pressed. */
function AlbumPlayer({ kind, tracks, positionKey, artist, album, cover, preload }: AlbumPlayerProps) {
  const element = useRef<HTMLAudioElement & HTMLVideoElement>(null)
  const player = useAlbum(element, { positionKey, tracks })
  const { track, nextTitle, previous, next, isStarted, isPlaying, unplayableIds } = player
  const title = track?.title ?? album
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
    controls: true,
    preload,
    'aria-label': album,
    ...player.mediaProps,
  }
  return (
    <div className="grid gap-2.5 border-line border-b bg-brand-soft px-4 py-4 sm:px-5">
      <div className="flex items-center gap-1">
        <p className="grid min-w-0 flex-1 leading-snug">
          <b className="truncate font-semibold" aria-live="polite">
            {title}
          </b>
          <span className="truncate text-ink-soft text-sm">{nextTitle ? `Next: ${nextTitle}` : artist}</span>
        </p>
        {tracks.length > 1 && (
          <>
            <StepButton label="Previous track" step={previous}>
              <SkipBack aria-hidden />
            </StepButton>
            <StepButton label="Next track" step={next}>
              <SkipForward aria-hidden />
            </StepButton>
          </>
        )}
      </div>
      {kind === 'audio' ? (
        <audio {...mediaProps} className="w-full" />
      ) : (
        <video
          {...mediaProps}
          playsInline
          poster={cover ?? undefined}
          className="aspect-video max-h-[70vh] w-full rounded-md bg-sunken"
        />
      )}
      <Problems player={player} tracks={tracks} />
    </div>
  )
}

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
function useRowPresses({ press }: AlbumState): void {
  const handleClick = useEffectEvent((event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || !(event.target instanceof Element)) return
    const id = trackOf(event.target)
    if (id === undefined) return
    event.preventDefault()
    press(id)
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
    if (target instanceof HTMLMediaElement) return undefined
    if (key === 'ArrowLeft') return () => seekBy(-seekSeconds)
    if (key === 'ArrowRight') return () => seekBy(seekSeconds)
    if (key !== ' ') return undefined
    const id = trackOf(target)
    if (id !== undefined) return () => press(id)
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
