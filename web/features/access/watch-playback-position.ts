import { loadPlaybackPosition, resumablePosition, savePlaybackPosition } from './playback-position.ts'

/** The interval between saved positions. */
const saveIntervalMs = 5_000

/**
 * Resumes media where it was left, on this device. Players carry the storage key in `data-place`. Media events do not
 * bubble, so they are listened to in the capture phase.
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
  // Players that loaded their metadata before this script.
  for (const player of document.querySelectorAll('audio, video')) restorePosition(player)
}

function restorePosition(target: EventTarget | null): void {
  if (!isPlayer(target) || target.readyState < HTMLMediaElement.HAVE_METADATA) return
  // Already playing, or the URL was renewed during playback (see watch-purchase.ts).
  if (target.currentTime > 0 || target.dataset.revived) return
  const position = loadPlaybackPosition(target.dataset.place)
  if (position !== undefined && position < target.duration) target.currentTime = position
}

function isPlayer(target: EventTarget | null): target is HTMLMediaElement {
  return target instanceof HTMLMediaElement && target.dataset.place !== undefined
}
