import { type Currency, formatDecimal } from '../../../contract/money.ts'
import { payoutMethodLabel, statementLineLabels } from '../../../contract/payout-labels.ts'
import type { StatementLine } from '../../../contract/payouts.ts'
import { site } from '../../../contract/site.ts'
import { formatLongDate } from '../../../domain/dates.ts'
import type { StatementContent } from '../../ports/document-renderer.ts'
import {
  colors,
  contentHeightPt,
  drawLabeledValue,
  drawRule,
  drawText,
  marginPt,
  type PdfDocument,
  renderPdf,
  truncateToWidth,
} from './paper.ts'
import { isTransliterated, toPrintable } from './transliterate.ts'

/** A payout statement: the payout, its calculation, and the ledger entries. */
export function drawStatement(statement: StatementContent): Promise<Buffer> {
  const { payout, openingBalance, linesTotal, retainedAmount, lines, omittedLineCount } = statement
  const money = (amount: string) => `${amount} ${payout.currency}`
  const metadata = { title: `Payout ${payout.id}`, date: new Date(payout.createdAt) }
  return renderPdf(metadata, (doc) => {
    drawHeading(doc, statement)
    drawLabeledValue(doc, 'Carried over', money(openingBalance))
    drawLabeledValue(doc, 'Entries below', money(linesTotal))
    if (/[1-9]/.test(retainedAmount)) drawLabeledValue(doc, 'Held back', `- ${money(retainedAmount)}`)
    drawRule(doc)
    drawLabeledValue(doc, 'Paid out', money(payout.amount), 'Display')
    doc.moveDown(1)
    const hasTax = lines.some(({ tax }) => /[1-9]/.test(tax))
    drawRow(doc, ['Date', 'Type', 'Gross', hasTax ? 'Tax and fee' : 'Fee', 'Net'], colors.soft)
    for (const entry of lines) drawLine(doc, entry, payout.currency)
    if (omittedLineCount > 0)
      drawText(doc, `The remaining ${omittedLineCount} entries are in the CSV.`, {
        size: 9,
        color: colors.soft,
      })
    if (lines.some(({ title }) => isTransliterated(title)))
      drawText(doc, transliterationNote, { size: 9, color: colors.soft })
  })
}

const transliterationNote =
  'Characters this PDF can’t display are spelled in Latin letters or shown as [?]. The CSV has every title exactly as written.'

function drawHeading(doc: PdfDocument, { payout, isTest }: StatementContent): void {
  drawText(doc, site().name, { face: 'Display', size: 16, color: colors.brand })
  doc.moveDown(1.2)
  drawText(doc, 'Payout statement', { face: 'Display', size: 30 })
  if (isTest) drawText(doc, 'TEST. No money moved.', { size: 12, color: colors.soft })
  doc.moveDown(1)
  drawLabeledValue(doc, 'Payout', String(payout.id))
  drawLabeledValue(doc, 'Date', formatLongDate(new Date(payout.createdAt)))
  drawLabeledValue(doc, 'To', `${payoutMethodLabel(payout.payoutMethod)}, ${payout.payoutEmail}`)
  if (payout.reference) drawLabeledValue(doc, 'Reference', payout.reference)
  if (payout.returnedAt) drawLabeledValue(doc, 'Returned', formatLongDate(new Date(payout.returnedAt)))
  drawRule(doc)
}

function drawLine(doc: PdfDocument, line: StatementLine, currency: Currency): void {
  const { date, type, orderId, title, gross, net } = line
  const description = [statementLineLabels[type], orderId, toPrintable(title)]
    .filter((part) => part !== null && part !== '')
    .join(' · ')
  drawRow(doc, [
    formatLongDate(new Date(date), 'short'),
    truncateToWidth(doc, description, { size: fontSizePt, maxWidth: 244 }),
    gross,
    deductionOf(line, currency),
    net,
  ])
}

/** What is between the gross amount and the net one: the fee, and the tax if there is any. */
function deductionOf({ tax, fee }: StatementLine, currency: Currency): string {
  const minorUnits = (amount: string) => Number(amount.replace('.', ''))
  return formatDecimal(minorUnits(tax) + minorUnits(fee), currency)
}

const fontSizePt = 8.5
const columns = [
  { x: marginPt, width: 62 },
  { x: marginPt + 62, width: 252 },
  { x: marginPt + 318, width: 49, align: 'right' },
  { x: marginPt + 368, width: 49, align: 'right' },
  { x: marginPt + 418, width: 49, align: 'right' },
] as const

/** A row of the table, on a new page when this one is full. */
function drawRow(doc: PdfDocument, cells: Array<string>, color: string = colors.ink): void {
  if (doc.y > marginPt + contentHeightPt - 16) doc.addPage()
  const top = doc.y
  for (const [index, cell] of cells.entries()) {
    const box = columns[index]
    if (!box) continue
    doc.y = top
    drawText(doc, cell, { size: fontSizePt, color, box })
  }
  doc.y = top + 14
  doc.x = marginPt
}
