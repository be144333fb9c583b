import { ChevronLeft, ChevronRight, Maximize, Minimize } from 'lucide-react'
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, version } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?worker&url'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { dictionary } from '../../../../contract/dictionary.ts'
import { Button } from '../../../ui/button.tsx'
import { PageSpinner } from '../../../ui/spinner.tsx'
import { PdfPage, ReaderMessage } from './pdf-page.tsx'

type PdfState = { document?: PDFDocumentProxy; hasFailed?: true }

const pageSteps = dictionary({ ArrowLeft: -1, PageUp: -1, ArrowRight: 1, PageDown: 1 })

export function PdfReader({ file }: { file: string }) {
  const [{ document: pdf, hasFailed }, setPdf] = useState<PdfState>({})
  const [pageNumber, setPageNumber] = useState(1)

  // Reads the file from the network.
  useEffect(() => {
    openPdf(file).then(
      (opened) => setPdf({ document: opened }),
      () => setPdf({ hasFailed: true }),
    )
  }, [file])

  if (hasFailed)
    return <ReaderMessage>We couldn’t show this PDF here. Press View or Download to read it.</ReaderMessage>
  if (!pdf) return <PageSpinner />
  const goTo = (target: number) => setPageNumber(Math.min(Math.max(target, 1), pdf.numPages))

  function turnPage(event: KeyboardEvent) {
    const step = pageSteps[event.key]
    if (step === undefined) return
    event.preventDefault()
    goTo(pageNumber + step)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys turn pages wherever the focus is inside the reader.
    <div className="flex h-dvh flex-col bg-sunken" onKeyDown={turnPage}>
      <PdfPage key={pageNumber} pdf={pdf} pageNumber={pageNumber} />
      <ReaderBar pageNumber={pageNumber} pageCount={pdf.numPages} onGoTo={goTo} />
    </div>
  )
}

type ReaderBarProps = { pageNumber: number; pageCount: number; onGoTo: (pageNumber: number) => void }

function ReaderBar({ pageNumber, pageCount, onGoTo }: ReaderBarProps) {
  return (
    <div className="flex flex-none flex-wrap items-center justify-between gap-x-2 border-line border-t bg-sunken px-2 py-1">
      <div className="flex items-center gap-1">
        <Button
          variant="icon"
          aria-label="Previous page"
          onClick={() => onGoTo(pageNumber - 1)}
          disabled={pageNumber === 1}
        >
          <ChevronLeft aria-hidden />
        </Button>
        <span role="status" className="whitespace-nowrap text-ink-soft">
          {`Page ${pageNumber} of ${pageCount}`}
        </span>
        <Button
          variant="icon"
          aria-label="Next page"
          onClick={() => onGoTo(pageNumber + 1)}
          disabled={pageNumber === pageCount}
        >
          <ChevronRight aria-hidden />
        </Button>
      </div>
      <FullScreenButton />
    </div>
  )
}

function FullScreenButton() {
  const [isFullScreen, setIsFullScreen] = useState(false)

  // Updates the state when the browser exits full screen.
  useEffect(() => {
    const update = () => setIsFullScreen(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', update)
    return () => document.removeEventListener('fullscreenchange', update)
  }, [])

  if (!document.fullscreenEnabled) return null
  const toggle = () =>
    isFullScreen ? document.exitFullscreen() : document.documentElement.requestFullscreen()
  return (
    <Button variant="tertiary" onClick={() => void toggle().catch(() => undefined)}>
      {isFullScreen ? <Minimize aria-hidden /> : <Maximize aria-hidden />}
      {isFullScreen ? 'Exit full screen' : 'Full screen'}
    </Button>
  )
}

/** Character maps, fonts and decoders that some PDFs need. The build copies them from the package. */
const dataFolder = new URL(`/assets/pdfjs-${version}/`, location.href).href

async function openPdf(file: string): Promise<PDFDocumentProxy> {
  GlobalWorkerOptions.workerPort ??= await startWorker()
  return getDocument({
    url: new URL(file, location.href).href,
    cMapUrl: `${dataFolder}cmaps/`,
    standardFontDataUrl: `${dataFolder}standard_fonts/`,
    wasmUrl: `${dataFolder}wasm/`,
    // The worker has an origin of its own.
    useWorkerFetch: false,
    enableXfa: false,
  }).promise
}

/**
 * A sandboxed document has no origin, so it cannot start a worker from our URL. The code is passed as a blob. Chromium
 * starts only classic workers from it, so Vite bundles it as one.
 */
async function startWorker(): Promise<Worker> {
  const response = await fetch(workerUrl)
  const code = new Blob([await response.blob()], { type: 'text/javascript' })
  return new Worker(URL.createObjectURL(code))
}
