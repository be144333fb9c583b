/** The text of a PDF's first page, with single spaces. */
export async function textOfPdf(bytes: Buffer): Promise<string> {
  Object.assign(globalThis, { pdfjsWorker: await import('pdfjs-dist/legacy/build/pdf.worker.mjs') })
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const { items } = await (await (await loading.promise).getPage(1)).getTextContent()
  await loading.destroy()
  return items
    .map((item) => ('str' in item ? `${item.str}${item.hasEOL ? ' ' : ''}` : ''))
    .join('')
    .replace(/\s+/g, ' ')
}
