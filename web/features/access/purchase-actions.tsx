import { Download, ExternalLink, Eye } from 'lucide-react'
import type { PurchaseAccess } from '../../../contract/purchases.ts'
import { formatBytes } from '../../../domain/bytes-text.ts'
import { CopyButton } from '../../shared/copy-button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { showsInPage } from './viewer-kind.ts'

/** Getting the item, and its link. Whatever can be opened can be downloaded too. */
export function PurchaseActions({ purchase }: { purchase: PurchaseAccess }) {
  const { content, accessUrl } = purchase
  const canView = showsInPage(content) === 'view'
  return (
    <div className="flex flex-wrap gap-2.5 *:max-sm:flex-auto print:hidden">
      {content.kind === 'link' && content.linkUrl && (
        <LinkButton size="lg" href={content.linkUrl} target="_blank">
          <ExternalLink aria-hidden />
          Open link
        </LinkButton>
      )}
      {canView && (
        <LinkButton size="lg" href={`${accessUrl}/file?as=inline`} target="_blank">
          <Eye aria-hidden />
          View
        </LinkButton>
      )}
      {content.kind !== 'link' && (
        <LinkButton
          size="lg"
          variant={canView || content.kind === 'text' ? 'secondary' : 'primary'}
          href={`${accessUrl}/file?as=attachment`}
          data-download
        >
          <Download aria-hidden />
          Download
          {content.fileSize !== null && (
            <span className="font-normal max-sm:hidden">({formatBytes(content.fileSize)})</span>
          )}
        </LinkButton>
      )}
      {content.kind === 'text' && (
        <CopyButton
          copyFromId="bought-text"
          size="lg"
          toastTitle="Text copied"
          toastDescription="It’s on your clipboard."
        >
          Copy text
        </CopyButton>
      )}
      <CopyButton
        text={accessUrl}
        size="lg"
        toastTitle="Link copied!"
        toastDescription="Access link copied to clipboard"
      >
        Copy access link
      </CopyButton>
    </div>
  )
}
