import { loadPlaybackPosition, resumablePosition, savePlaybackPosition } from './playback-position.ts'

/** Milliseconds between two notes of where a player is. */
const saveIntervalMs = 5_000

/**
 * Where a song or a film was left, for the next time on this device. Players carry the name it is kept under in
 * `data-place`. Their events do not bubble: they are caught on their way down.
 */
export function watchPlaybackPosition(signal: AbortSignal): void {
  const options = { signal, capture: true }
  let last = 0
  const savePosition = ({ target }: Event) => {
    last = Date.now()
    if (isPlayer(target)) savePlaybackPosition(target.dataset.place, resumablePosition(target))
  }
  document.addEventListener('loadedmetadata', ({ target }) => restorePosition(target), options)
  document.addEventListener(
    'timeupdate',
    (event) => Date.now() - last > saveIntervalMs && savePosition(event),
    options,
  )
  for (const eventName of ['pause', 'ended', 'seeked'])
    document.addEventListener(eventName, savePosition, options)
  // One that knew its length before this script came.
  for (const player of document.querySelectorAll('audio, video')) restorePosition(player)
}

function restorePosition(target: EventTarget | null): void {
  if (!isPlayer(target) || target.readyState < HTMLMediaElement.HAVE_METADATA) return
  // Somebody is listening already, or the address was made anew in the middle (see watch-purchase.ts).
  if (target.currentTime > 0 || target.dataset.revived) return
  const position = loadPlaybackPosition(target.dataset.place)
  if (position !== undefined && position < target.duration) target.currentTime = position
}

function isPlayer(target: EventTarget | null): target is HTMLMediaElement {
  return target instanceof HTMLMediaElement && target.dataset.place !== undefined
}
