import { decimal } from '../../../contract/money.ts'
import { lineNames, wayName } from '../../../contract/payout-words.ts'
import type { StatementLine } from '../../../contract/payouts.ts'
import { inWords } from '../../../domain/days.ts'
import type { Ports } from '../../ports/index.ts'
import { colours, type Doc, fitting, height, line, margin, paper, rule, say } from '../content/paper.ts'
import { isRespelled, printable } from '../content/printable.ts'
import type { PayoutRow } from './repository.ts'
import { allLines, presentLine, totalsOf } from './statement.ts'

/** Lines on paper; a longer statement says that the CSV has the rest. */
const mostPrinted = 2_000

/** A statement to file: the payout, how it came about, and every entry behind it. */
export async function statementPdf(ports: Ports, payout: PayoutRow): Promise<Buffer> {
  const { span, due, kept, lines } = await totalsOf(ports, payout)
  const { currency } = payout
  const money = (cents: number) => `${decimal(cents, currency)} ${currency}`
  return paper({ title: `Payout ${payout.id}`, date: payout.createdAt }, async (doc) => {
    heading(doc, payout, ports.payments.mode)
    line(doc, 'Carried over', money(span.opening))
    line(doc, 'Entries below', money(due - span.opening))
    if (kept !== 0) line(doc, 'Kept back', `- ${money(kept)}`)
    rule(doc)
    line(doc, 'Paid out', money(payout.amount), 'Display')
    doc.moveDown(1)
    row(doc, ['Date', 'What', 'Gross', 'Fee', 'Yours'], colours.soft)
    let printed = 0
    let respelled = false
    for await (const entry of allLines(ports, span)) {
      if (printed++ === mostPrinted) break
      respelled ||= isRespelled(entry.title)
      printLine(doc, presentLine(entry, currency))
    }
    if (lines > mostPrinted)
      say(doc, `The other ${lines - mostPrinted} entries are in the CSV.`, { size: 9, colour: colours.soft })
    if (respelled) say(doc, spelling, { size: 9, colour: colours.soft })
  })
}

const spelling =
  'Letters this paper has no type for are spelled in Latin ones or stand as [?]. The CSV has every title as it is.'

function heading(doc: Doc, payout: PayoutRow, mode: 'test' | 'live'): void {
  say(doc, 'Tipdrop', { face: 'Display', size: 16, colour: colours.brand })
  doc.moveDown(1.2)
  say(doc, 'Payout statement', { face: 'Display', size: 30 })
  if (mode === 'test') say(doc, 'TEST. No money moved.', { size: 12, colour: colours.soft })
  doc.moveDown(1)
  line(doc, 'Payout', String(payout.id))
  line(doc, 'Date', inWords(payout.createdAt))
  line(doc, 'To', `${wayName(payout.via)}, ${payout.sentTo}`)
  if (payout.reference) line(doc, 'Reference', payout.reference)
  if (payout.returnedAt) line(doc, 'Came back', inWords(payout.returnedAt))
  rule(doc)
}

function printLine(doc: Doc, { date, what, number, title, gross, fee, net }: StatementLine): void {
  const about = [lineNames[what], number, printable(title)]
    .filter((part) => part !== null && part !== '')
    .join(' · ')
  row(doc, [inWords(new Date(date), 'short'), fitting(doc, about, { size, room: 244 }), gross, fee, net])
}

const size = 8.5
const columns = [
  { x: margin, width: 62 },
  { x: margin + 62, width: 252 },
  { x: margin + 318, width: 49, align: 'right' },
  { x: margin + 368, width: 49, align: 'right' },
  { x: margin + 418, width: 49, align: 'right' },
] as const

/** One row of the table, on the next page where this one is full. */
function row(doc: Doc, cells: Array<string>, colour: string = colours.ink): void {
  if (doc.y > margin + height - 16) doc.addPage()
  const top = doc.y
  for (const [index, cell] of cells.entries()) {
    const box = columns[index]
    if (!box) continue
    doc.y = top
    say(doc, cell, { size, colour, box })
  }
  doc.y = top + 14
  doc.x = margin
}
