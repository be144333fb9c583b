import { keepPosition, keptPosition, positionToKeep } from './positions.ts'

/** Milliseconds between two notes of where a player is. */
const rhythm = 5_000

/**
 * Where a song or a film was left, for the next time on this device. Players carry the name it is kept under in
 * `data-place`. Their events do not bubble: they are caught on their way down.
 */
export function rememberPositions(signal: AbortSignal): void {
  const options = { signal, capture: true }
  let last = 0
  const note = ({ target }: Event) => {
    last = Date.now()
    if (isPlayer(target)) keepPosition(target.dataset.place, positionToKeep(target))
  }
  document.addEventListener('loadedmetadata', ({ target }) => goOn(target), options)
  document.addEventListener('timeupdate', (event) => Date.now() - last > rhythm && note(event), options)
  for (const moment of ['pause', 'ended', 'seeked']) document.addEventListener(moment, note, options)
  // One that knew its length before this script came.
  for (const player of document.querySelectorAll('audio, video')) goOn(player)
}

function goOn(target: EventTarget | null): void {
  if (!isPlayer(target) || target.readyState < HTMLMediaElement.HAVE_METADATA) return
  // Somebody is listening already, or the address was made anew in the middle (see watch-purchase.ts).
  if (target.currentTime > 0 || target.dataset.revived) return
  const position = keptPosition(target.dataset.place)
  if (position !== undefined && position < target.duration) target.currentTime = position
}

function isPlayer(target: EventTarget | null): target is HTMLMediaElement {
  return target instanceof HTMLMediaElement && target.dataset.place !== undefined
}
