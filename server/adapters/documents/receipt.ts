import type { ReceiptContent } from '../../ports/document-renderer.ts'
import { renderPages } from './skia-paper.ts'

/** A receipt or correction as one A4 page, in every script that the page can show. */
export function drawReceipt(content: ReceiptContent): Promise<Buffer> {
  const { siteName, heading, isTest, sellerLines, facts, sums, total, closing } = content
  const text = [
    siteName,
    heading,
    ...sellerLines,
    ...facts.flat(),
    ...sums.flat(),
    ...total,
    ...closing,
  ].join('')
  return renderPages({ title: `${heading} ${facts[0]?.[1] ?? ''}`, author: siteName, text }, (paper) => {
    paper.write(siteName, { face: 'Display', size: 16, color: 'brand' })
    for (const line of sellerLines) paper.write(line, { size: 10, color: 'soft' })
    paper.space(18)
    paper.write(heading, { face: 'Display', size: 30 })
    if (isTest) paper.write('TEST. No money moved.', { size: 12, color: 'soft' })
    paper.space(12)
    for (const [label, value] of facts) paper.row(label, value)
    paper.rule()
    for (const [label, value] of sums) paper.row(label, value)
    if (sums.length > 0) paper.rule()
    paper.row(...total, 'Display')
    paper.space(24)
    for (const paragraph of closing) {
      paper.write(paragraph, { size: 10, color: 'soft' })
      paper.space(6)
    }
  })
}
