import { Copy, Share, X } from 'lucide-react'
import { getInstance } from '../../api/calls.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { Button } from '../../ui/button.tsx'

/** A native dialog, because the page has no React; tip-island.ts opens it and loads the code on first use. */
export function ShareDialog({ id, title }: { id: number; title: string }) {
  const url = `${useApiQuery(getInstance).data?.publicUrl ?? ''}/p/${id}`
  return (
    <dialog
      data-share-dialog
      data-url={url}
      data-title={title}
      aria-labelledby="share-title"
      className="m-auto max-h-[calc(100dvh-2rem)] w-[min(420px,calc(100vw-2rem))] rounded-lg border border-line bg-surface p-6 text-ink shadow-md backdrop:bg-veil"
    >
      <form method="dialog" className="grid gap-4">
        <div className="flex items-center justify-between gap-3">
          <h2 id="share-title" className="text-xl">
            Share
          </h2>
          <Button type="submit" variant="icon" className="-mr-2">
            <X aria-hidden />
            <span className="sr-only">Close</span>
          </Button>
        </div>
        <img
          src={`/p/${id}/qr.svg`}
          alt="QR code for this page"
          width={220}
          height={220}
          loading="lazy"
          className="justify-self-center rounded-md border border-line bg-white p-2"
        />
        <p className="rounded-md bg-sunken px-4 py-3 text-sm [overflow-wrap:anywhere]">{url}</p>
        <div className="grid gap-3">
          <Button data-share-copy fullWidth>
            <Copy aria-hidden />
            Copy link
          </Button>
          <Button variant="secondary" data-share-native hidden fullWidth>
            <Share aria-hidden />
            More ways to share
          </Button>
        </div>
      </form>
    </dialog>
  )
}
