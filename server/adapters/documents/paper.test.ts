import { expect, test } from 'vitest'
import { type PdfDocument, renderPdf, truncateToWidth } from './statement.ts'

async function withDocument<T>(write: (doc: PdfDocument) => T): Promise<T> {
  let result: T | undefined
  await renderPdf({ title: 'A paper', date: new Date('2026-03-01T12:00:00Z') }, (doc) => {
    result = write(doc)
  })
  if (result === undefined) throw new Error('Nothing was written')
  return result
}

test('text that fits stays unchanged, and longer text is cut with an ellipsis', async () => {
  const long = 'Sale · 121328386155 · Dusk: 24 film presets for golden hour, and the night after it'

  const [unchanged, truncated, truncatedWidth] = await withDocument((doc) => {
    const shortened = truncateToWidth(doc, long, { size: 8.5, maxWidth: 244 })
    return [
      truncateToWidth(doc, 'Sale · Dusk', { size: 8.5, maxWidth: 244 }),
      shortened,
      doc.widthOfString(shortened),
    ]
  })

  expect(unchanged).toBe('Sale · Dusk')
  expect(truncated.endsWith('…')).toBe(true)
  expect(long.startsWith(truncated.slice(0, -1))).toBe(true)
  expect(truncatedWidth).toBeLessThanOrEqual(244)
  expect(truncatedWidth).toBeGreaterThan(230)
})

test('without room for any text only the ellipsis remains', async () => {
  expect(await withDocument((doc) => truncateToWidth(doc, 'Dusk', { size: 8.5, maxWidth: 1 }))).toBe('…')
})
