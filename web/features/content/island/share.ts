import { copyText } from '../../../ui/copy-text.ts'
import { toast } from '../../../ui/toast.ts'

/** The phone's own share sheet, or the address on the clipboard. */
export async function share(): Promise<void> {
  const url = location.origin + location.pathname
  if (navigator.share && matchMedia('(pointer: coarse)').matches) {
    // Closing the sheet is an answer too.
    await navigator.share({ url, title: document.title }).catch(() => undefined)
    return
  }
  if (await copyText(url)) toast({ title: 'Link copied!', text: 'Tip link copied to clipboard' })
  else toast({ title: 'Copy Failed', text: `Copy it by hand: ${url}`, tone: 'destructive' })
}
