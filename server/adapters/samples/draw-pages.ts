import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { type PageImage, type RangeReader, SampleError } from '../../ports/sample-maker.ts'
import { pageBox } from './sample-limits.ts'

/** Larger images in a page are left out. */
const maxImagePixels = 40_000_000

const webpQuality = 80

/** Draws the first pages, each within the box. Scripts, forms and notes of the PDF are left out. */
export async function drawPages(
  file: RangeReader,
  { pages }: { pages: number },
): Promise<{ images: Array<PageImage> }> {
  await assertCanDraw()
  const pdf = await openPdf(file)
  const count = Math.min(pages, Math.floor(pdf.numPages / 2))
  if (count < 1) throw new SampleError('short')
  const images: Array<PageImage> = []
  for (let page = 1; page <= count; page++) images.push(await drawPage(pdf, page))
  return { images }
}

/** The canvas is a native package, which not every system can load. */
async function assertCanDraw(): Promise<void> {
  try {
    await import('@napi-rs/canvas')
  } catch {
    throw new SampleError('unavailable')
  }
}

async function openPdf({ sizeBytes, read }: RangeReader): Promise<PDFDocumentProxy> {
  Object.assign(globalThis, { pdfjsWorker: await import('pdfjs-dist/legacy/build/pdf.worker.mjs') })
  const { getDocument, PDFDataRangeTransport, version } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const range = new PDFDataRangeTransport(sizeBytes, new Uint8Array(0))
  range.requestDataRange = (start: number, end: number) => {
    void read(start, Math.min(end, sizeBytes)).then((bytes) => range.onDataRange(start, bytes))
  }
  const data = dataFolder(version)
  try {
    return await getDocument({
      range,
      rangeChunkSize: 256 * 1024,
      disableAutoFetch: true,
      disableStream: true,
      maxImageSize: maxImagePixels,
      standardFontDataUrl: join(data, 'standard_fonts/'),
      cMapUrl: join(data, 'cmaps/'),
      wasmUrl: join(data, 'wasm/'),
      verbosity: 0,
    }).promise
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') throw new SampleError('protected')
    throw error
  }
}

type Drawing = { canvas: Canvas; context: SKRSContext2D }

async function drawPage(pdf: PDFDocumentProxy, number: number): Promise<PageImage> {
  const page = await pdf.getPage(number)
  const { width, height } = page.getViewport({ scale: 1 })
  const scale = Math.min(pageBox.width / width, pageBox.height / height)
  const viewport = page.getViewport({ scale })
  const size = {
    width: Math.max(1, Math.round(viewport.width)),
    height: Math.max(1, Math.round(viewport.height)),
  }
  // In Node.js, pdf.js draws on the native canvas. Its types know only that of browsers.
  const { canvas, context } = (
    pdf as unknown as {
      canvasFactory: { create(width: number, height: number): Drawing }
    }
  ).canvasFactory.create(size.width, size.height)
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, size.width, size.height)
  await page.render({
    canvas: null,
    canvasContext: context as unknown as CanvasRenderingContext2D,
    viewport,
    annotationMode: 0,
  }).promise
  page.cleanup()
  return { bytes: new Uint8Array(await canvas.encode('webp', webpQuality)), ...size }
}

/** The fonts, character maps and decoders of pdf.js: beside the built server, or in the package. */
function dataFolder(version: string): string {
  const built = join(import.meta.dirname, 'client/assets', `pdfjs-${version}`)
  if (existsSync(built)) return built
  return join(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'), '..')
}
