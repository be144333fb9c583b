import { Check, Eye, Share } from 'lucide-react'
import { useRef } from 'react'
import type { CreatorContent } from '../../../../contract/content.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { CopyLinkField } from './copy-link-field.tsx'
import { LinkPreview } from './link-preview.tsx'
import { QrCodeCard } from './qr-code-card.tsx'
import { shareTargets } from './share-targets.ts'

type ShareSheetProps = {
  item: CreatorContent
  url: string
  creatorName: string
  /** Whether it was published just now. */
  isNew: boolean
  onClose: () => void
  onClosed: () => void
}

/** The tip link of an item, with buttons to copy and share it, and its QR code. */
export function ShareSheet({ item, url, creatorName, isNew, onClose, onClosed }: ShareSheetProps) {
  const copyButton = useRef<HTMLButtonElement>(null)
  return (
    <Sheet
      title={isNew ? `${item.title} is ready to share` : `Share ${item.title}`}
      eyebrow={isNew && <PublishedBadge />}
      onClose={onClose}
      onClosed={onClosed}
      initialFocus={copyButton}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-[280px_minmax(0,1fr)] md:gap-8">
        <LinkPreview item={item} url={url} creatorName={creatorName} />
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4">
          <CopyLinkField url={url} button={copyButton} />
          {'share' in navigator && <NativeShareButton url={url} title={item.title} />}
          <ul aria-label="Share in an app" className="flex flex-wrap gap-2">
            {shareTargets({ url, title: item.title }).map(({ name, href }) => (
              <li key={name}>
                <LinkButton variant="secondary" size="sm" href={href} target="_blank">
                  {name}
                </LinkButton>
              </li>
            ))}
          </ul>
          <QrCodeCard id={item.id} url={url} title={item.title} />
          <LinkButton variant="secondary" href={`/p/${item.id}?try`} target="_blank">
            <Eye aria-hidden />
            See it as a buyer
          </LinkButton>
        </div>
      </div>
    </Sheet>
  )
}

function PublishedBadge() {
  return (
    <Badge>
      <Check aria-hidden className="size-4" />
      Published
    </Badge>
  )
}

function NativeShareButton({ url, title }: { url: string; title: string }) {
  return (
    <Button
      variant="secondary"
      // Closing the system's sheet rejects the promise.
      onClick={() => void navigator.share({ url, title }).catch(() => undefined)}
    >
      <Share aria-hidden />
      Share
    </Button>
  )
}
