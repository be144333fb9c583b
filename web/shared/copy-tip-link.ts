import { copyToClipboard } from '../ui/copy-to-clipboard.ts'
import { toast } from '../ui/toast.ts'

export async function copyTipLink(url: string): Promise<void> {
  if (await copyToClipboard(url)) {
    return toast({ title: 'Link copied!', description: 'Tip link copied to clipboard', tone: 'success' })
  }
  toast({ title: 'Copy Failed', description: `Your tip link is ${url}`, tone: 'destructive' })
}
