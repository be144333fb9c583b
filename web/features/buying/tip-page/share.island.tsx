import { Copy, Share, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { IslandDefinition } from '../../../hydration/island.tsx'
import { Button } from '../../../ui/button.tsx'
import { copyToClipboard } from '../../../ui/copy-to-clipboard.ts'
import { toast } from '../../../ui/toast.ts'

type ShareItemProps = { id: number; title: string; url: string }

/** The tip page's Share button with its dialog: the link, a QR code, and the system's share sheet. */
function ShareItem(item: ShareItemProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpened, setIsOpened] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        className="noscript:hidden"
        onClick={() => {
          setIsOpened(true)
          dialog.current?.showModal()
        }}
      >
        <Share aria-hidden />
        Share
      </Button>
      {/* A native dialog: the page needs no library for it, and no styles are added at run time. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it natively; the click is on its backdrop */}
      <dialog
        ref={dialog}
        aria-labelledby="share-title"
        onClick={({ target }) => target === dialog.current && dialog.current.close()}
        className="m-auto max-h-[calc(100dvh-2rem)] w-[min(420px,calc(100vw-2rem))] rounded-lg border border-line bg-surface p-6 text-ink shadow-md backdrop:bg-veil"
      >
        {isOpened && <ShareDialog {...item} onClose={() => dialog.current?.close()} />}
      </dialog>
    </>
  )
}

function ShareDialog({ id, title, url, onClose }: ShareItemProps & { onClose: () => void }) {
  /** Closes the dialog first, because a toast would be behind it. */
  async function copyLink() {
    const isCopied = await copyToClipboard(url)
    onClose()
    if (isCopied) return toast({ title: 'Link copied!', description: 'Tip link copied to clipboard' })
    toast({ title: 'Copy Failed', description: `Copy this link instead: ${url}`, tone: 'destructive' })
  }
  return (
    <div className="grid gap-4">
      <div className="flex items-center justify-between gap-3">
        <h2 id="share-title" className="text-xl">
          Share
        </h2>
        <Button variant="icon" className="-mr-2" onClick={onClose}>
          <X aria-hidden />
          <span className="sr-only">Close</span>
        </Button>
      </div>
      <img
        src={`/p/${id}/qr.svg`}
        alt="QR code for this page"
        width={220}
        height={220}
        className="justify-self-center rounded-md border border-line bg-scan p-2"
      />
      <p className="rounded-md bg-sunken px-4 py-3 text-sm [overflow-wrap:anywhere]">{url}</p>
      <div className="grid gap-3">
        <Button fullWidth onClick={() => void copyLink()}>
          <Copy aria-hidden />
          Copy link
        </Button>
        {'share' in navigator && (
          <Button
            variant="secondary"
            fullWidth
            // Closing the system's sheet rejects the promise.
            onClick={() => void navigator.share({ url, title }).catch(() => undefined)}
          >
            <Share aria-hidden />
            More ways to share
          </Button>
        )}
      </div>
    </div>
  )
}

export const shareIsland: IslandDefinition<ShareItemProps> = {
  name: 'share',
  entry: 'web/features/buying/tip-page/share.island.tsx',
  Component: ShareItem,
}
