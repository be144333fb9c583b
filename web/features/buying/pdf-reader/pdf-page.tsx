import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { PageSpinner } from '../../../ui/spinner.tsx'
import { useElementWidth } from '../../../ui/use-element-width.ts'

type PdfPageProps = { pdf: PDFDocumentProxy; pageNumber: number }
type PageState = { page?: PDFPageProxy; text?: string; hasFailed?: true }

/** One page, as wide as the frame allows, with its text for screen readers. */
export function PdfPage({ pdf, pageNumber }: PdfPageProps) {
  const [{ page, text, hasFailed }, setPage] = useState<PageState>({})

  // Reads the page from the network.
  useEffect(() => {
    let isCurrent = true
    loadPage(pdf, pageNumber).then(
      (loaded) => isCurrent && setPage(loaded),
      () => isCurrent && setPage({ hasFailed: true }),
    )
    return () => {
      isCurrent = false
    }
  }, [pdf, pageNumber])

  if (hasFailed)
    return <ReaderMessage>This page couldn’t be loaded. Reload the page to keep reading.</ReaderMessage>
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a page higher than the frame scrolls with the keyboard.
      tabIndex={0}
      aria-label={`Page ${pageNumber}`}
      className="min-h-0 flex-1 overflow-auto p-4"
    >
      {page ? <PageCanvas page={page} /> : <PageSpinner />}
      <p className="sr-only">{text}</p>
    </section>
  )
}

async function loadPage(pdf: PDFDocumentProxy, pageNumber: number): Promise<PageState> {
  const page = await pdf.getPage(pageNumber)
  const { items } = await page.getTextContent()
  const text = items.map((item) => ('str' in item ? item.str : '')).join(' ')
  return { page, text }
}

/** Text on wider pages would be blurred on most screens. */
const maxPageWidthPx = 900

function PageCanvas({ page }: { page: PDFPageProxy }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [frame, frameWidth] = useElementWidth()
  const width = Math.min(frameWidth, maxPageWidthPx)

  // Draws on the canvas.
  useEffect(() => {
    if (!canvas.current || width === 0) return
    const scale = (width * devicePixelRatio) / page.getViewport({ scale: 1 }).width
    const viewport = page.getViewport({ scale })
    canvas.current.width = Math.floor(viewport.width)
    canvas.current.height = Math.floor(viewport.height)
    canvas.current.style.width = `${width}px`
    const task = page.render({ canvas: canvas.current, viewport })
    // A newer size cancels the drawing.
    task.promise.catch(() => undefined)
    return () => task.cancel()
  }, [page, width])

  return (
    <div ref={frame}>
      <canvas ref={canvas} aria-hidden className="mx-auto block shadow-md" />
    </div>
  )
}

export function ReaderMessage({ children }: { children: string }) {
  return (
    <p role="status" className="grid min-h-40 flex-1 place-items-center p-6 text-center text-ink-soft">
      {children}
    </p>
  )
}
