import { Download } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { IslandDefinition } from '../../../hydration/island.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { downloadFrom } from './download-from.ts'

type DownloadLinkProps = {
  href: string
  variant: 'primary' | 'secondary'
  /** Formatted, such as `48.2 MB`. */
  fileSize: string | null
}

/** Checks the file's URL before the download, so that an error is shown as a toast and the page stays. */
function DownloadLink({ href, variant, fileSize }: DownloadLinkProps) {
  function handleClick(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void downloadFrom(href)
  }
  return (
    <LinkButton variant={variant} href={href} onClick={handleClick}>
      <Download aria-hidden />
      Download
      {fileSize && <span className="font-normal max-sm:hidden">· {fileSize}</span>}
    </LinkButton>
  )
}

export const downloadLinkIsland: IslandDefinition<DownloadLinkProps> = {
  name: 'download-link',
  entry: 'web/features/buying/access/download-link.island.tsx',
  Component: DownloadLink,
}
