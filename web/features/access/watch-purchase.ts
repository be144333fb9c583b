import type { getAccess, verifyPurchase } from '../../../contract/purchases.ts'
import { requestEndpoint } from '../../api/client.ts'
import { copyToClipboard } from '../../ui/copy-to-clipboard.ts'
import { toast } from '../../ui/toast.ts'
import { watchPlaybackPosition } from './use-playback-position.ts'

/** The call that says whether what was bought is still open. */
type AccessCheck =
  | { path: (typeof verifyPurchase)['path']; query: Record<string, string>; headers: Record<string, string> }
  | { path: (typeof getAccess)['path']; params: { token: string } }

/** Makes copying, saving and players work on a page with a purchase, with React or without. Gives what ends it. */
export function watchPurchase(check: AccessCheck): () => void {
  const watch = new AbortController()
  const { signal } = watch
  document.addEventListener('click', (event) => pressed(event, check), { signal })
  // Errors of a player do not bubble: they are caught on their way down.
  document.addEventListener('error', ({ target }) => refreshMediaUrl(target), { signal, capture: true })
  document.addEventListener('playing', ({ target }) => showDownloadFallback(target, { hidden: true }), {
    signal,
    capture: true,
  })
  // One that gave up before this script came.
  for (const player of document.querySelectorAll('audio, video'))
    if (hasMediaError(player)) refreshMediaUrl(player)
  watchPlaybackPosition(signal)
  return () => watch.abort()
}

function pressed(event: MouseEvent, check: AccessCheck): void {
  if (!(event.target instanceof Element)) return
  const copy = event.target.closest<HTMLElement>('[data-copy]')
  const save = event.target.closest<HTMLAnchorElement>('a[data-download]')
  if (copy) void copyFrom(copy)
  if (!save || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  void downloadIfAllowed(save.href, check)
}

async function copyFrom({ dataset }: HTMLElement): Promise<void> {
  const { copy = '', copyFrom, title = '', note } = dataset
  const text = copyFrom ? (document.getElementById(copyFrom)?.textContent ?? '') : copy
  if (await copyToClipboard(text)) return toast({ title, description: note, tone: 'success' })
  toast({ title: 'Copy Failed', description: 'Select it and copy it by hand.', tone: 'destructive' })
}

/** Asks first whether it is still open: a refusal is a notice on this page, not an error page in its place. */
async function downloadIfAllowed(address: string, { path, ...input }: AccessCheck): Promise<void> {
  try {
    await requestEndpoint<typeof verifyPurchase | typeof getAccess>({ method: 'GET', path }, input)
    location.assign(address)
  } catch {
    const description = 'There was an error downloading your file.'
    toast({ title: 'Download Failed', description, tone: 'destructive' })
  }
}

/** Milliseconds: a file that cannot be played at all must not be asked for without end. */
const minRefreshIntervalMs = 60_000

/**
 * The signed address of the bytes lasts ten minutes; a longer film goes on with a fresh one where it stopped. What does not
 * play with a fresh one either is nothing for this browser: then the file itself is offered.
 */
function refreshMediaUrl(target: EventTarget | null): void {
  if (!(target instanceof HTMLMediaElement) || !target.dataset.fresh) return
  const last = Number(target.dataset.revived ?? 0)
  if (Date.now() - last < minRefreshIntervalMs) {
    showDownloadFallback(target, { hidden: false })
    return
  }
  const at = target.currentTime
  target.dataset.revived = String(Date.now())
  target.src = target.dataset.fresh
  target.currentTime = at
  if (at > 0) void target.play().catch(() => undefined)
}

function hasMediaError(player: Element): boolean {
  return player instanceof HTMLMediaElement && player.error !== null
}

/** The way on beside a player that does not play (see goods.tsx). */
function showDownloadFallback(target: EventTarget | null, { hidden }: { hidden: boolean }): void {
  const offer = target instanceof HTMLMediaElement ? target.nextElementSibling : null
  if (offer instanceof HTMLElement && offer.dataset.unplayable !== undefined) offer.hidden = hidden
}
