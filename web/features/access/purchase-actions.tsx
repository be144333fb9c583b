import { ExternalLink, Eye } from 'lucide-react'
import type { PurchaseAccess } from '../../../contract/purchases.ts'
import { formatBytes } from '../../../domain/bytes-text.ts'
import { Island } from '../../hydration/island.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { CopyButton } from './copy-button.island.tsx'
import { downloadLinkIsland } from './download-link.island.tsx'
import { viewerKindOf } from './viewer-kind.ts'

/** The buttons to open or download the item, and to copy its text and its access link. */
export function PurchaseActions({ purchase }: { purchase: PurchaseAccess }) {
  const { content, accessUrl } = purchase
  const viewer = viewerKindOf(content)
  // A recording to stream is played on the page; one to view also opens in its own tab.
  const canView = viewer === 'view' || (viewer === 'play' && content.accessType === 'view')
  // A text is shown in full on the page, so its buttons are small.
  const size = content.kind === 'text' ? 'md' : 'lg'
  const widthClass = content.kind === 'text' ? '' : 'max-sm:flex-auto'
  return (
    <div className="flex flex-wrap gap-2.5 print:hidden">
      {content.kind === 'link' && content.linkUrl && (
        <LinkButton size="lg" href={content.linkUrl} target="_blank" className="max-sm:flex-auto">
          <ExternalLink aria-hidden />
          Open link
        </LinkButton>
      )}
      {canView && (
        <LinkButton
          size="lg"
          href={`${accessUrl}/file?as=inline`}
          target="_blank"
          className="max-sm:flex-auto"
        >
          <Eye aria-hidden />
          View
        </LinkButton>
      )}
      {content.kind !== 'link' && !purchase.isWithheld && (
        <Island
          island={downloadLinkIsland}
          props={{
            href: `${accessUrl}/file?as=attachment`,
            variant: canView || content.kind === 'text' ? 'secondary' : 'primary',
            fileSize: content.fileSize === null ? null : formatBytes(content.fileSize),
            size,
            className: widthClass,
          }}
        />
      )}
      {content.kind === 'text' && !purchase.isWithheld && (
        <CopyButton
          copyFromId="bought-text"
          toastTitle="Text copied"
          toastDescription="It’s on your clipboard."
        >
          Copy text
        </CopyButton>
      )}
      <CopyButton
        text={accessUrl}
        size={size}
        className={widthClass}
        toastTitle="Link copied!"
        toastDescription="Access link copied to clipboard"
      >
        Copy access link
      </CopyButton>
    </div>
  )
}
