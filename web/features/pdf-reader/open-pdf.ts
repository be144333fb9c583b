import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, version } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?worker&url'

/** Character maps, fonts and decoders that some PDFs need. The build copies them from the package. */
const dataFolder = new URL(`/assets/pdfjs-${version}/`, location.href).href

/** Opens a PDF and reads it in ranges. */
export async function openPdf(file: string): Promise<PDFDocumentProxy> {
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
