import PDFDocument from 'pdfkit'

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
