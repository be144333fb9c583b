import { Copy, Download, Share, X } from 'lucide-react'
import { type MouseEvent, useRef, useState } from 'react'
import type { IslandDefinition } from '../../../hydration/island.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'

type ShareTicketProps = {
  pictureUrl: string
  /** What is said beside the image, and what it shows. */
  text: string
  /** The item's page. Never the access link. */
  tipUrl: string
}

/** Shares the image of a ticket: by the system's sheet, or else by one of ours. Without a script it is a link to the image. */
function ShareTicket({ pictureUrl, text, tipUrl }: ShareTicketProps) {
  const sheet = useRef<HTMLDialogElement>(null)
  const [image, setImage] = useState<{ blob: Blob; url: string }>()
  const [isLoading, setIsLoading] = useState(false)

  async function share(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (isLoading) return
    setIsLoading(true)
    const blob = image?.blob ?? (await loadImage(pictureUrl))
    setIsLoading(false)
    if (!blob) {
      const description = 'We couldn’t make the image. Please try again in a minute.'
      return toast({ title: 'Sharing Failed', description, tone: 'destructive' })
    }
    if (await shareBySystem(blob, { text, tipUrl })) return
    setImage(image ?? { blob, url: URL.createObjectURL(blob) })
    sheet.current?.showModal()
  }

  return (
    <>
      <LinkButton
        variant="secondary"
        size="sm"
        href={pictureUrl}
        target="_blank"
        data-repeats
        aria-busy={isLoading || undefined}
        onClick={(event) => void share(event)}
        className="mt-3.5 justify-self-start print:hidden"
      >
        <Share aria-hidden />
        Share my ticket
      </LinkButton>
      <dialog ref={sheet} aria-label="Share my ticket" className="ticket-sheet">
        <h2 className="pr-12 text-xl">Share my ticket</h2>
        {image && (
          <img src={image.url} alt={text} width={1200} height={630} className="h-auto w-full rounded-md" />
        )}
        <div className="flex flex-wrap gap-2.5">
          <Button onClick={() => void copyImage(image?.blob)} className="max-sm:flex-auto">
            <Copy aria-hidden />
            Copy image
          </Button>
          <LinkButton
            variant="secondary"
            href={image?.url ?? pictureUrl}
            download="ticket.png"
            className="max-sm:flex-auto"
          >
            <Download aria-hidden />
            Download
          </LinkButton>
        </div>
        <Button
          variant="icon"
          aria-label="Close"
          onClick={() => sheet.current?.close()}
          className="absolute! top-3 right-3"
        >
          <X aria-hidden />
        </Button>
      </dialog>
    </>
  )
}

async function loadImage(url: string): Promise<Blob | undefined> {
  const response = await fetch(url).catch(() => undefined)
  return response?.ok ? response.blob() : undefined
}

/** False where the system can't share an image. */
async function shareBySystem(blob: Blob, { text, tipUrl }: { text: string; tipUrl: string }) {
  const files = [new File([blob], 'ticket.png', { type: blob.type })]
  if (!navigator.canShare?.({ files })) return false
  // Closing the system's sheet rejects the promise.
  await navigator.share({ files, text: `${text} ${tipUrl}` }).catch(() => undefined)
  return true
}

async function copyImage(blob: Blob | undefined): Promise<void> {
  if (!blob) return
  try {
    await navigator.clipboard.write([new ClipboardItem({ [blob.type]: blob })])
    toast({ title: 'Image copied', description: 'Paste it where you like.', tone: 'success' })
  } catch {
    toast({ title: 'Copy Failed', description: 'Download the image instead.', tone: 'destructive' })
  }
}

export const shareTicketIsland: IslandDefinition<ShareTicketProps> = {
  name: 'share-ticket',
  entry: 'web/features/buying/access/share-ticket.island.tsx',
  Component: ShareTicket,
}
