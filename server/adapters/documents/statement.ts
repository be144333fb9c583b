import { type Currency, formatDecimal } from '../../../contract/money.ts'
import { payoutMethodLabel, statementLineLabels } from '../../../contract/payout-labels.ts'
import type { StatementLine } from '../../../contract/payouts.ts'
import { site } from '../../../contract/site.ts'
import { formatLongDate } from '../../../domain/dates.ts'
import type { StatementContent } from '../../ports/document-renderer.ts'
import { type Paper, renderPages } from './skia-paper.ts'

/** A payout statement: the payout, its calculation, and the ledger entries. */
export function drawStatement(statement: StatementContent): Promise<Buffer> {
  const { payout, openingBalance, linesTotal, retainedAmount, lines, omittedLineCount } = statement
  const money = (amount: string) => `${amount} ${payout.currency}`
  const rows = lines.map((line) => tableRow(line, payout.currency))
  const metadata = {
    title: `Payout ${payout.id}`,
    author: site().name,
    text: [site().name, payout.payoutEmail, payout.reference, ...rows.flat()].join(''),
  }
  return renderPages(metadata, (paper) => {
    drawHeading(paper, statement)
    paper.row('Carried over', money(openingBalance))
    paper.row('Entries below', money(linesTotal))
    if (/[1-9]/.test(retainedAmount)) paper.row('Held back', `- ${money(retainedAmount)}`)
    paper.rule()
    paper.row('Paid out', money(payout.amount), 'Display')
    paper.space(16)
    const hasTax = lines.some(({ tax }) => /[1-9]/.test(tax))
    const headers = ['Date', 'Type', 'Gross', hasTax ? 'Tax and fee' : 'Fee', 'Net']
    paper.cells(headers, columns, { size: fontSizePt, color: 'soft' })
    for (const row of rows) paper.cells(row, columns, { size: fontSizePt })
    if (omittedLineCount > 0)
      paper.write(`The remaining ${omittedLineCount} entries are in the CSV.`, { size: 9, color: 'soft' })
  })
}

function drawHeading(paper: Paper, { payout, isTest }: StatementContent): void {
  paper.write(site().name, { face: 'Display', size: 16, color: 'brand' })
  paper.space(18)
  paper.write('Payout statement', { face: 'Display', size: 30 })
  if (isTest) paper.write('TEST. No money moved.', { size: 12, color: 'soft' })
  paper.space(12)
  paper.row('Payout', String(payout.id))
  paper.row('Date', formatLongDate(new Date(payout.createdAt)))
  paper.row('To', `${payoutMethodLabel(payout.payoutMethod)}, ${payout.payoutEmail}`)
  if (payout.reference) paper.row('Reference', payout.reference)
  if (payout.returnedAt) paper.row('Returned', formatLongDate(new Date(payout.returnedAt)))
  paper.rule()
}

const fontSizePt = 8.5
const columns = [
  { x: 0, width: 56 },
  { x: 62, width: 244 },
  { x: 318, width: 49, align: 'right' },
  { x: 368, width: 49, align: 'right' },
  { x: 418, width: 49, align: 'right' },
] as const

function tableRow(line: StatementLine, currency: Currency): Array<string> {
  const { date, type, orderId, title, gross, net } = line
  const description = [statementLineLabels[type], orderId, title.normalize('NFC').replace(/\s+/g, ' ').trim()]
    .filter((part) => part !== null && part !== '')
    .join(' · ')
  return [formatLongDate(new Date(date), 'short'), description, gross, deductionOf(line, currency), net]
}

/** What is between the gross amount and the net one: the fee, and the tax if there is any. */
function deductionOf({ tax, fee }: StatementLine, currency: Currency): string {
  const minorUnits = (amount: string) => Number(amount.replace('.', ''))
  return formatDecimal(minorUnits(tax) + minorUnits(fee), currency)
}
