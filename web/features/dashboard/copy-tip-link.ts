import { copyText } from '../../ui/copy-text.ts'
import { toast } from '../../ui/toast.ts'

export async function copyTipLink(url: string): Promise<void> {
  if (await copyText(url)) {
    return toast({ title: 'Link copied!', text: 'Tip link copied to clipboard', tone: 'success' })
  }
  toast({ title: 'Copy Failed', text: `Your tip link is ${url}`, tone: 'destructive' })
}
