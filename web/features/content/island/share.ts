import { copyText } from '../../../ui/copy-text.ts'
import { toast } from '../../../ui/toast.ts'

/** Opens the share sheet: copying, a code for another phone's camera, and the phone's own sheet where it has one. */
export function watchSharing(page: Document): void {
  const dialog = page.querySelector<HTMLDialogElement>('dialog[data-share-dialog]')
  const own = dialog?.querySelector<HTMLElement>('[data-share-native]')
  const button = page.querySelector<HTMLElement>('[data-share]')
  // Where there is no item there is nothing to share.
  if (button) button.hidden = !dialog
  if (!dialog || !own) return
  const { url = location.href, title = document.title } = dialog.dataset
  own.hidden = !('share' in navigator)
  own.addEventListener('click', () => {
    // Closing the phone's sheet is an answer too.
    void navigator.share({ url, title }).catch(() => undefined)
  })
  dialog.querySelector('[data-share-copy]')?.addEventListener('click', () => void copy(dialog, url))
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close())
  button?.addEventListener('click', () => dialog.showModal())
}

/** A notice would lie under the open dialog. */
async function copy(dialog: HTMLDialogElement, url: string): Promise<void> {
  if (!(await copyText(url))) {
    dialog.close()
    return toast({ title: 'Copy Failed', text: `Copy it by hand: ${url}`, tone: 'destructive' })
  }
  dialog.close()
  toast({ title: 'Link copied!', text: 'Tip link copied to clipboard' })
}
