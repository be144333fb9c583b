import { Share } from 'lucide-react'
import { Island, type IslandDefinition } from '../../hydration/island.tsx'
import { Button } from '../../ui/button.tsx'
import { copyToClipboard } from '../../ui/copy-to-clipboard.ts'
import { toast } from '../../ui/toast.ts'

type ShareButtonProps = { title: string; url: string; className?: string }

/** Shares an item's tip link. An island on the access page, a plain component on the success page. */
export function ShareButton(props: ShareButtonProps) {
  return <Island island={shareButtonIsland} props={props} />
}

/** The system's share sheet, or the clipboard in browsers that have none. */
function SharingButton({ title, url, className }: ShareButtonProps) {
  async function share() {
    // Closing the system's sheet rejects the promise.
    if ('share' in navigator) return navigator.share({ title, url }).catch(() => undefined)
    if (await copyToClipboard(url))
      return toast({
        title: 'Link copied!',
        description: 'Tip link copied to clipboard',
        tone: 'success',
      })
    toast({ title: 'Copy Failed', description: `Copy this link instead: ${url}`, tone: 'destructive' })
  }
  return (
    <Button variant="secondary" onClick={() => void share()} className={`noscript:hidden ${className ?? ''}`}>
      <Share aria-hidden />
      Share
    </Button>
  )
}

export const shareButtonIsland: IslandDefinition<ShareButtonProps> = {
  name: 'share-button',
  entry: 'web/features/access/share-button-island.ts',
  Component: SharingButton,
}
