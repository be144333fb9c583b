/** The text of a page of a PDF, with single spaces. */
export async function textOfPdf(bytes: Buffer, page = 1): Promise<string> {
  Object.assign(globalThis, { pdfjsWorker: await import('pdfjs-dist/legacy/build/pdf.worker.mjs') })
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const { items } = await (await (await loading.promise).getPage(page)).getTextContent()
  await loading.destroy()
  return items
    .map((item) => ('str' in item ? `${item.str}${item.hasEOL ? ' ' : ''}` : ''))
    .join('')
    .replace(/\s+/g, ' ')
}
