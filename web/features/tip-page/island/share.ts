import { copyToClipboard } from '../../../ui/copy-to-clipboard.ts'
import { toast } from '../../../ui/toast.ts'

/** Opens the share dialog: copy, QR code, and the system's share sheet where available. */
export function watchSharing(page: Document): void {
  const dialog = page.querySelector<HTMLDialogElement>('dialog[data-share-dialog]')
  const nativeShareButton = dialog?.querySelector<HTMLElement>('[data-share-native]')
  const button = page.querySelector<HTMLElement>('[data-share]')
  // Without an item there is nothing to share.
  if (button) button.hidden = !dialog
  if (!dialog || !nativeShareButton) return
  const { url = location.href, title = document.title } = dialog.dataset
  nativeShareButton.hidden = !('share' in navigator)
  nativeShareButton.addEventListener('click', () => {
    // Closing the system's sheet rejects the promise.
    void navigator.share({ url, title }).catch(() => undefined)
  })
  dialog.querySelector('[data-share-copy]')?.addEventListener('click', () => void copyLink(dialog, url))
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close())
  button?.addEventListener('click', () => dialog.showModal())
}

/** A toast would be hidden below the open dialog. */
async function copyLink(dialog: HTMLDialogElement, url: string): Promise<void> {
  if (!(await copyToClipboard(url))) {
    dialog.close()
    return toast({ title: 'Copy Failed', description: `Copy this link instead: ${url}`, tone: 'destructive' })
  }
  dialog.close()
  toast({ title: 'Link copied!', description: 'Tip link copied to clipboard' })
}
