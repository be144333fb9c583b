import { copyToClipboard } from '../../../ui/copy-to-clipboard.ts'
import { toast } from '../../../ui/toast.ts'

/** Opens the share sheet: copying, a code for another phone's camera, and the phone's own sheet where it has one. */
export function watchSharing(page: Document): void {
  const dialog = page.querySelector<HTMLDialogElement>('dialog[data-share-dialog]')
  const nativeShareButton = dialog?.querySelector<HTMLElement>('[data-share-native]')
  const button = page.querySelector<HTMLElement>('[data-share]')
  // Where there is no item there is nothing to share.
  if (button) button.hidden = !dialog
  if (!dialog || !nativeShareButton) return
  const { url = location.href, title = document.title } = dialog.dataset
  nativeShareButton.hidden = !('share' in navigator)
  nativeShareButton.addEventListener('click', () => {
    // Closing the phone's sheet is an answer too.
    void navigator.share({ url, title }).catch(() => undefined)
  })
  dialog.querySelector('[data-share-copy]')?.addEventListener('click', () => void copyLink(dialog, url))
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close())
  button?.addEventListener('click', () => dialog.showModal())
}

/** A notice would lie under the open dialog. */
async function copyLink(dialog: HTMLDialogElement, url: string): Promise<void> {
  if (!(await copyToClipboard(url))) {
    dialog.close()
    return toast({ title: 'Copy Failed', description: `Copy it by hand: ${url}`, tone: 'destructive' })
  }
  dialog.close()
  toast({ title: 'Link copied!', description: 'Tip link copied to clipboard' })
}
