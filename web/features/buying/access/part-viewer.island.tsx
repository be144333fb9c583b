import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { isPdf } from '../../../../domain/file-type.ts'
import type { IslandDefinition } from '../../../hydration/island.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { findFileUrl } from './download-from.ts'
import { pdfFrameClass } from './pdf-frame.ts'
import { openPartClass, openPartName, RowSummary, type RowSummaryProps } from './row-summary.tsx'

type PartViewerProps = RowSummaryProps & {
  type: string
  /** Leads to a new signed URL at each request. */
  href: string
}

/**
 * The row of a picture, PDF or text file, which opens below itself. The file is loaded when the row opens, by a URL that
 * was signed then. Without a script there is a link.
 */
function PartViewer({ type, href, ...row }: PartViewerProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const [url, setUrl] = useState<string>()
  const [hasFailed, setHasFailed] = useState(false)

  async function load() {
    if (!details.current?.open || (url && !hasFailed)) return
    const found = await findFileUrl(href)
    setUrl(found)
    setHasFailed(found === undefined)
  }

  // The row may have been opened before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first render can have missed the event
  useEffect(() => {
    void load()
  }, [])

  return (
    <details ref={details} name={openPartName} onToggle={() => void load()} className="group/part">
      <RowSummary {...row} />
      <div className={clsx('grid gap-2', openPartClass)}>
        {url && <Viewer title={row.title} type={type} url={url} />}
        <p role={hasFailed ? 'alert' : undefined} className={hasFailed ? 'text-warn' : undefined}>
          {hasFailed && 'We can’t show this file right now. Close it and try again. '}
          <TextLink href={href} target="_blank" className="inline-grid min-h-11 items-center">
            Open in a new tab
          </TextLink>
        </p>
      </div>
    </details>
  )
}

function Viewer({ title, type, url }: { title: string; type: string; url: string }) {
  if (type.startsWith('image/'))
    return <img src={url} alt={title} className="max-h-[80vh] w-full rounded-md bg-surface object-contain" />
  if (isPdf(type))
    return (
      <iframe
        src={`/pdf-reader#${encodeURIComponent(pathOf(url))}`}
        title={`${title}, pages`}
        sandbox="allow-scripts"
        allow="fullscreen"
        className={pdfFrameClass}
      />
    )
  return (
    <iframe
      src={url}
      title={title}
      data-theme="light"
      className="h-[60vh] w-full rounded-md border border-line bg-surface"
    />
  )
}

/** The reader accepts addresses of this site only. */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

export const partViewerIsland: IslandDefinition<PartViewerProps> = {
  name: 'part-viewer',
  entry: 'web/features/buying/access/part-viewer.island.tsx',
  Component: PartViewer,
}
