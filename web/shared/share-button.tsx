import { clsx } from 'clsx'
import { Share } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { copyToClipboard } from '../ui/copy-to-clipboard.ts'
import { toast } from '../ui/toast.ts'

export type ShareButtonProps = {
  title: string
  url: string
  /** The toast's text where the link is copied. */
  copiedText: string
  className?: string
}

/** The system's share sheet, or the clipboard in browsers that have none. */
export function ShareButton({ title, url, copiedText, className }: ShareButtonProps) {
  async function share() {
    // Closing the system's sheet rejects the promise.
    if ('share' in navigator) return navigator.share({ title, url }).catch(() => undefined)
    if (await copyToClipboard(url))
      return toast({ title: 'Link copied!', description: copiedText, tone: 'success' })
    toast({ title: 'Copy Failed', description: `Copy this link instead: ${url}`, tone: 'destructive' })
  }
  return (
    <Button variant="secondary" onClick={() => void share()} className={clsx('noscript:hidden', className)}>
      <Share aria-hidden />
      Share
    </Button>
  )
}
