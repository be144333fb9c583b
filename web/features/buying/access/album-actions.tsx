import type { PurchaseAccess } from '../../../../contract/purchases.ts'
import { formatBytes } from '../../../../domain/format.ts'
import { Island } from '../../../hydration/island.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { pluralize } from '../../../ui/format.ts'
import { archiveUrl, partListId } from './album-links.ts'
import { downloadAllIsland } from './download-all.island.tsx'
import { isMissing } from './viewer-kind.ts'

type AlbumDownloadProps = { access: PurchaseAccess; variant: 'primary' | 'secondary' }

/** The button for all parts of a purchase. None where nothing can be downloaded at once. */
export function AlbumDownload({ access, variant }: AlbumDownloadProps) {
  const { archive, content } = access
  if (!archive) return null
  const { fileCount, size, isTooLarge } = archive
  const files = pluralize(fileCount, 'file')
  const archiveSize = formatBytes(size)
  const listHref = `#${partListId}`
  if (isTooLarge)
    return (
      <>
        <LinkButton variant="secondary" href={listHref}>
          Download one by one
        </LinkButton>
        <p className="order-last w-full text-ink-faint text-sm">
          {`${archiveSize} in ${files} is too large for one ZIP. What you’ve downloaded on this device is marked.`}
        </p>
      </>
    )
  const isComplete = !content.parts.some(isMissing)
  return (
    <Island
      island={downloadAllIsland}
      hydrateOn="load"
      props={{
        href: archiveUrl(access),
        variant,
        label: `${isComplete ? 'Download all' : `Download ${files}`} · ${archiveSize}`,
        note: isComplete ? '' : 'When the rest is back, Download all gives you the whole set.',
        archiveSize,
        listHref,
      }}
    />
  )
}
