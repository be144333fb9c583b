import type { getAccess, verifyPurchase } from '../../../contract/purchases.ts'
import { requestEndpoint } from '../../api/client.ts'
import { copyToClipboard } from '../../ui/copy-to-clipboard.ts'
import { toast } from '../../ui/toast.ts'
import { watchPlaybackPosition } from './watch-playback-position.ts'

/** The route that says whether the purchase is still accessible. */
type AccessCheck =
  | { path: (typeof verifyPurchase)['path']; query: Record<string, string>; headers: Record<string, string> }
  | { path: (typeof getAccess)['path']; params: { token: string } }

/**
 * Makes copying, downloads and players work on a purchase's page, with React or without. Returns the cleanup
 * function.
 */
export function watchPurchase(check: AccessCheck): () => void {
  const watch = new AbortController()
  const { signal } = watch
  document.addEventListener('click', (event) => pressed(event, check), { signal })
  // Media errors do not bubble, so they are listened to in the capture phase.
  document.addEventListener('error', ({ target }) => refreshMediaUrl(target), { signal, capture: true })
  document.addEventListener('playing', ({ target }) => showDownloadFallback(target, { hidden: true }), {
    signal,
    capture: true,
  })
  // Players that failed before this script ran.
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
  const text = copyFrom ? (document.getElementById(copyFrom)?.innerText ?? '') : copy
  if (await copyToClipboard(text)) return toast({ title, description: note, tone: 'success' })
  toast({ title: 'Copy Failed', description: 'Select it and copy it manually.', tone: 'destructive' })
}

/**
 * Checks access and the file's own address before the download, so that an error is a toast on this page and not a
 * page in its place.
 */
async function downloadIfAllowed(address: string, { path, ...input }: AccessCheck): Promise<void> {
  try {
    await requestEndpoint<typeof verifyPurchase | typeof getAccess>({ method: 'GET', path }, input)
    await assertDownloadable(address)
    location.assign(address)
  } catch {
    const description = 'There was an error downloading your file.'
    toast({ title: 'Download Failed', description, tone: 'destructive' })
  }
}

/** HEAD follows the redirect to the signed URL and transfers no bytes. Throws when the file cannot be sent. */
async function assertDownloadable(address: string): Promise<void> {
  const { status } = await fetch(address, { method: 'HEAD', credentials: 'include' })
  if (status >= 400) throw new Error(`The file’s URL returned ${status}`)
}

/** A file that cannot be played must not be requested in a loop. */
const minRefreshIntervalMs = 60_000

/**
 * The signed URL expires after ten minutes. Playback continues at the same position with a new URL. If that fails
 * too, the browser cannot play the file, and the download is offered.
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

/** Shows or hides the download beside a player that failed (see purchased-content.tsx). */
function showDownloadFallback(target: EventTarget | null, { hidden }: { hidden: boolean }): void {
  const offer = target instanceof HTMLMediaElement ? target.nextElementSibling : null
  if (offer instanceof HTMLElement && offer.dataset.unplayable !== undefined) offer.hidden = hidden
}
