import { type RefObject, useEffect, useRef, useState } from 'react'
import { readStored, writeStored } from '../../../ui/browser-storage.ts'
import { type FileProblem, findFileProblem } from './file-problem.ts'
import {
  loadPlaybackPosition,
  minRefreshIntervalMs,
  resumablePosition,
  saveIntervalMs,
  savePlaybackPosition,
} from './playback-position.ts'

export type Track = {
  id: number
  title: string
  /** Leads to a new signed URL at each request. */
  url: string
  isVideo: boolean
  /** How long it is, and how loud, where it was measured. */
  seconds: number | null
  peaks: string | null
}

type Album = {
  /** The storage key of the positions on this device. */
  positionKey: string
  tracks: ReadonlyArray<Track>
}

/**
 * The tracks of an album in one media element, because phones refuse to start a second one by script. Its `src` is set here
 * and not by React, so that a track starts in the same event as the press or the end of the track before it.
 */
export function useAlbum(element: RefObject<HTMLMediaElement | null>, { positionKey, tracks }: Album) {
  const [index, setIndex] = useState(0)
  const [isStarted, setIsStarted] = useState(false)
  const [isPlaying, setIsPlaying] = useState(false)
  const [problem, setProblem] = useState<FileProblem>()
  const [unplayableIds, setUnplayableIds] = useState<ReadonlyArray<number>>([])
  const opened = useRef({ index: 0, atMs: 0 })
  const savedAtMs = useRef(0)
  const isPlayable = ({ id }: Track) => !unplayableIds.includes(id)
  const previousIndex = tracks.findLastIndex((track, at) => at < index && isPlayable(track))
  const nextIndex = tracks.findIndex((track, at) => at > index && isPlayable(track))
  const keyOf = (at: number) => `${positionKey}-${tracks[at]?.id}`

  function save() {
    const media = element.current
    // A new track has no position before it is loaded.
    if (!media || media.readyState < HTMLMediaElement.HAVE_METADATA) return
    savedAtMs.current = Date.now()
    savePlaybackPosition(keyOf(opened.current.index), resumablePosition(media))
  }

  function restore() {
    const media = element.current
    if (!media || media.currentTime > 0) return
    const seconds = loadPlaybackPosition(keyOf(opened.current.index))
    // Before anything is loaded the length is not known; the browser then begins there, or at the end.
    if (seconds !== undefined && !(seconds >= media.duration)) media.currentTime = seconds
  }

  function open(at: number, then: 'play' | 'wait') {
    const media = element.current
    const track = tracks[at]
    if (!media || !track) return
    save()
    opened.current = { index: at, atMs: Date.now() }
    media.src = track.url
    // Where it begins once it is loaded, which is later.
    media.currentTime = loadPlaybackPosition(keyOf(at)) ?? 0
    setIndex(at)
    setProblem(undefined)
    writeStored('localStorage', `track/${positionKey}`, String(track.id))
    if (then === 'play') start(media)
  }

  function start(media: HTMLMediaElement) {
    setIsStarted(true)
    // A refusal is the browser's; its own button then starts the track.
    void media.play().catch(() => undefined)
  }

  function toggle() {
    const media = element.current
    if (!media) return
    if (media.error) open(index, 'play')
    else if (media.paused) start(media)
    else media.pause()
  }

  function press(id: number) {
    if (id === tracks[index]?.id) toggle()
    else
      open(
        tracks.findIndex((track) => track.id === id),
        'play',
      )
  }

  function seekBy(seconds: number) {
    const media = element.current
    if (media && media.readyState >= HTMLMediaElement.HAVE_METADATA)
      media.currentTime = Math.min(Math.max(0, media.currentTime + seconds), media.duration)
  }

  /** The signed URL has expired, the file can't be had, or the browser can't play this track; then the next one is played. */
  async function handleError() {
    const { index: at, atMs } = opened.current
    const track = tracks[at]
    if (!track) return
    if (Date.now() - atMs > minRefreshIntervalMs) return open(at, isPlaying ? 'play' : 'wait')
    const found = await findFileProblem(track.url)
    if (opened.current.index !== at) return
    setIsPlaying(false)
    if (found) return setProblem(found)
    setUnplayableIds((ids) => [...ids.filter((id) => id !== track.id), track.id])
    open(nextIndex, isStarted ? 'play' : 'wait')
  }

  // The media element may have failed, or be ready, before hydration. The last track is known on this device only.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first render can have missed an event
  useEffect(() => {
    opened.current.atMs = Date.now()
    if (element.current?.paused === false) {
      setIsStarted(true)
      setIsPlaying(true)
    }
    const lastId = Number(readStored('localStorage', `track/${positionKey}`))
    const last = tracks.findIndex(({ id }) => id === lastId)
    if (last > 0 && element.current?.paused) open(last, 'wait')
    else if (element.current?.error) void handleError()
    else restore()
  }, [])

  return {
    track: tracks[index],
    /** Where the track goes on once it is played. */
    startSeconds: loadPlaybackPosition(keyOf(index)) ?? 0,
    previous: previousIndex >= 0 ? () => open(previousIndex, 'play') : null,
    next: nextIndex >= 0 ? () => open(nextIndex, 'play') : null,
    nextTitle: tracks[nextIndex]?.title,
    isStarted,
    isPlaying,
    /** Why the track could not be loaded. Pressing play tries again. */
    problem,
    unplayableIds,
    press,
    toggle,
    seekBy,
    mediaProps: {
      onError: () => void handleError(),
      onLoadedMetadata: restore,
      onPlay: () => {
        setIsStarted(true)
        setIsPlaying(true)
      },
      onPause: () => {
        setIsPlaying(false)
        save()
      },
      onTimeUpdate: () => Date.now() - savedAtMs.current > saveIntervalMs && save(),
      onSeeked: save,
      onEnded: () => {
        save()
        open(nextIndex, 'play')
      },
    },
  }
}
