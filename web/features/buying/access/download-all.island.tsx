import { Download, WifiOff } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import type { IslandDefinition } from '../../../hydration/island.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { IconTile } from '../../../ui/icon-tile.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { downloadFrom } from './download-from.ts'

type DownloadAllProps = {
  href: string
  variant: 'primary' | 'secondary'
  /** `Download all · 13 files · 3.2 GB` */
  label: string
  /** Below the button until it is pressed; empty for none. */
  note: string
  /** Formatted. */
  archiveSize: string
  /** The list of all parts on this page. */
  listHref: string
}

/** The button for all parts as one ZIP archive. The note goes below the buttons beside it, which are not part of the island. */
function DownloadAll({ href, variant, label, note, archiveSize, listHref }: DownloadAllProps) {
  const [isStarted, setIsStarted] = useState(false)

  async function handleClick(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (await downloadFrom(href)) setIsStarted(true)
  }
  return (
    <>
      <LinkButton variant={variant} href={href} onClick={(event) => void handleClick(event)}>
        <Download aria-hidden />
        {label}
      </LinkButton>
      <div role="status" className="order-last w-full empty:hidden">
        {isStarted ? (
          <DownloadStarted archiveSize={archiveSize} listHref={listHref} />
        ) : (
          note && <p className="text-ink-faint text-sm">{note}</p>
        )}
      </div>
    </>
  )
}

function DownloadStarted({ archiveSize, listHref }: Pick<DownloadAllProps, 'archiveSize' | 'listHref'>) {
  return (
    <div className="grid gap-3 rounded-md border border-line bg-surface p-4">
      <div className="flex gap-3">
        <IconTile size="sm">
          <Download aria-hidden />
        </IconTile>
        <p className="min-w-0">
          <b className="block font-semibold">Download started</b>
          <span className="text-ink-soft">
            {`One ZIP, ${archiveSize}. Your browser shows how far it is. You can close this page.`}
          </span>
        </p>
      </div>
      <div className="flex gap-3">
        <IconTile size="sm" tone="warm">
          <WifiOff aria-hidden />
        </IconTile>
        <p className="min-w-0">
          <b className="block font-semibold">If it stops</b>
          <span className="text-ink-soft">
            Press Resume in your browser’s downloads within 24 hours. It goes on where it stopped.
          </span>{' '}
          <TextLink href={listHref} className="-my-3 inline-block py-3">
            No Resume? Download one by one
          </TextLink>
        </p>
      </div>
    </div>
  )
}

export const downloadAllIsland: IslandDefinition<DownloadAllProps> = {
  name: 'download-all',
  entry: 'web/features/buying/access/download-all.island.tsx',
  Component: DownloadAll,
}
