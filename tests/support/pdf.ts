import PDFDocument from 'pdfkit'
import sharp from 'sharp'

/** A one-page PDF with this text. */
export async function pdfOf(text: string): Promise<Buffer> {
  const doc = new PDFDocument()
  const chunks: Array<Buffer> = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => doc.on('end', resolve))
  doc.text(text)
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

/** A4 pages, red and blue in turn, each with its number. */
export async function pdfWithPages(pages: number, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const doc = new PDFDocument({ size: 'A4', ...options })
  const chunks: Array<Buffer> = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => doc.on('end', resolve))
  for (let page = 1; page <= pages; page++) {
    if (page > 1) doc.addPage()
    doc.rect(0, 0, 600, 842).fill(page % 2 === 1 ? '#ff0000' : '#0000ff')
    doc.fill('#ffffff').fontSize(60).text(`Page ${page}`)
  }
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

/** Pages with one square picture of `edgePx` each. The file is small, because each picture has one color. */
export async function pdfWithPictures(pages: number, edgePx: number): Promise<Buffer> {
  const doc = new PDFDocument({ size: 'A4' })
  const chunks: Array<Buffer> = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => doc.on('end', resolve))
  for (let page = 0; page < pages; page++) {
    if (page > 0) doc.addPage()
    const background = { r: 20 * page, g: 100, b: 200 }
    const picture = sharp({ create: { width: edgePx, height: edgePx, channels: 3, background } })
    doc.image(await picture.jpeg({ quality: 40 }).toBuffer(), 0, 0, { width: 595 })
  }
  doc.end()
  await ended
  return Buffer.concat(chunks)
}
