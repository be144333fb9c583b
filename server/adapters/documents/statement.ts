import { lineNames, wayName } from '../../../contract/payout-words.ts'
import type { StatementLine } from '../../../contract/payouts.ts'
import { inWords } from '../../../domain/days.ts'
import type { StatementPaper } from '../../ports/document-renderer.ts'
import { colours, type Doc, fitting, height, line, margin, paper, rule, say } from './paper.ts'
import { isRespelled, printable } from './printable.ts'

/** A statement to file: the payout, how it came about, and the entries behind it. */
export function drawStatement(statement: StatementPaper): Promise<Buffer> {
  const { payout, opening, entries, kept, lines, more } = statement
  const money = (amount: string) => `${amount} ${payout.currency}`
  const about = { title: `Payout ${payout.id}`, date: new Date(payout.createdAt) }
  return paper(about, (doc) => {
    heading(doc, statement)
    line(doc, 'Carried over', money(opening))
    line(doc, 'Entries below', money(entries))
    if (/[1-9]/.test(kept)) line(doc, 'Kept back', `- ${money(kept)}`)
    rule(doc)
    line(doc, 'Paid out', money(payout.amount), 'Display')
    doc.moveDown(1)
    row(doc, ['Date', 'What', 'Gross', 'Fee', 'Yours'], colours.soft)
    for (const entry of lines) printLine(doc, entry)
    if (more > 0) say(doc, `The other ${more} entries are in the CSV.`, { size: 9, colour: colours.soft })
    if (lines.some(({ title }) => isRespelled(title))) say(doc, spelling, { size: 9, colour: colours.soft })
  })
}

const spelling =
  'Letters this paper has no type for are spelled in Latin ones or stand as [?]. The CSV has every title as it is.'

function heading(doc: Doc, { payout, isTest }: StatementPaper): void {
  say(doc, 'Tipdrop', { face: 'Display', size: 16, colour: colours.brand })
  doc.moveDown(1.2)
  say(doc, 'Payout statement', { face: 'Display', size: 30 })
  if (isTest) say(doc, 'TEST. No money moved.', { size: 12, colour: colours.soft })
  doc.moveDown(1)
  line(doc, 'Payout', String(payout.id))
  line(doc, 'Date', inWords(new Date(payout.createdAt)))
  line(doc, 'To', `${wayName(payout.payoutMethod)}, ${payout.payoutEmail}`)
  if (payout.reference) line(doc, 'Reference', payout.reference)
  if (payout.returnedAt) line(doc, 'Came back', inWords(new Date(payout.returnedAt)))
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
