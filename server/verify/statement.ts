import { type Cents, type Currency, decimal, parseDecimal } from '../../contract/money.ts'
import { platformFee } from '../../domain/fees.ts'
import { checkOf } from '../features/payouts/statement-check.ts'
import { statementColumns } from '../features/payouts/statement-columns.ts'
import { rowsOf } from './csv.ts'

type Row = Record<(typeof statementColumns)[number]['key'], string> & { line: number }
export type Verdict = { faults: Array<string>; summary: string }

/**
 * Adds up a payout statement with nothing but the file: every line from what the buyer paid to what the creator got, the
 * balance from line to line, and all of it to the amount that went to the bank.
 */
export function checkStatement(text: string): Verdict {
  const [header = [], ...cells] = rowsOf(text)
  const names = statementColumns.map(({ name }) => name)
  if (header.join() !== names.join()) return refused('This is no payout statement: its columns are others.')
  const rows = cells.map((row, index) => rowFrom(row, index + 2))
  const [opening] = rows
  const [kept, payout, check] = rows.slice(-3)
  if (opening?.what !== 'opening' || kept?.what !== 'kept' || payout?.what !== 'payout' || !check)
    return refused(notWhole)
  if (check.what !== 'check') return refused(notWhole)

  const currency = opening.item
  const told = rows.slice(0, -1)
  const lines = rows.slice(1, -3)
  const faults = [
    ...lines.flatMap((row) => [...kindFaults(row, currency), ...lineFaults(row, currency)]),
    ...orderFaults(lines),
    ...refundFaults(lines, currency),
    ...balanceFaults(told, currency),
    ...endFaults({ kept, payout }, currency),
    ...roundedFaults(told),
    ...checkFaults([...told, { ...check, item: '' }], { said: check.item, currency }),
  ]
  const paid = -(amountOf(payout.net, currency) ?? 0)
  const summary = `Payout ${payout.number}: ${lines.length} entries come to ${decimal(paid, currency)} ${currency}.`
  return { faults, summary }
}

function rowFrom(cells: Array<string>, line: number): Row {
  const pairs = statementColumns.map(({ key }, index) => [key, cells[index] ?? ''])
  // The keys are the columns' own.
  return { ...(Object.fromEntries(pairs) as Omit<Row, 'line'>), line }
}

const comesIn = ['sale', 'refund_failed', 'dispute_won', 'payout_return']
const goesOut = ['refund', 'dispute']

/** What it is called says which way its money goes. */
function kindFaults({ line, what, gross }: Row, currency: Currency): Array<string> {
  if (![...comesIn, ...goesOut].includes(what)) return [`line ${line}: there is no such entry as “${what}”`]
  const amount = amountOf(gross, currency) ?? 0
  const isOpposite = comesIn.includes(what) ? amount < 0 : amount > 0
  return isOpposite ? [`line ${line}: ${what} of ${gross} goes the wrong way`] : []
}

/** Gross less fee is net, and the fee of a sale is its rate. */
function lineFaults(row: Row, currency: Currency): Array<string> {
  const [gross, fee, net] = [row.gross, row.fee, row.net].map((text) => amountOf(text, currency))
  if (gross === undefined || fee === undefined || net === undefined)
    return [`line ${row.line}: an amount is missing or cannot be read`]
  const faults: Array<string> = []
  const say = (cents: Cents) => decimal(cents, currency)
  if (gross - fee !== net)
    faults.push(`line ${row.line}: ${say(gross)} less ${say(fee)} is ${say(gross - fee)}, not ${say(net)}`)
  if (row.what !== 'sale') return faults
  const rate = /^\d{1,5}$/.test(row.rate) ? Number(row.rate) : undefined
  const due = rate === undefined ? undefined : platformFee(gross, rate)
  if (due !== fee)
    faults.push(`line ${row.line}: ${row.rate} basis points of ${say(gross)} are not ${say(fee)}`)
  return faults
}

/** Entries stand in the order they were booked, each once. */
function orderFaults(lines: Array<Row>): Array<string> {
  return lines.flatMap((row, index) => {
    const before = lines[index - 1]
    const isFirst = before === undefined
    if (isFirst || Number(row.entry) > Number(before.entry)) return []
    return [`line ${row.line}: entry ${row.entry} does not come after ${before.entry}`]
  })
}

/** Of a sale that stands here, no more can go back than was paid. */
function refundFaults(lines: Array<Row>, currency: Currency): Array<string> {
  const left = new Map<string, Cents>()
  return lines.flatMap((row) => {
    const gross = amountOf(row.gross, currency) ?? 0
    if (row.what === 'sale') left.set(row.number, gross)
    const rest = left.get(row.number)
    if (row.what === 'sale' || row.what === 'payout_return' || rest === undefined) return []
    left.set(row.number, rest + gross)
    return rest + gross < 0 ? [`line ${row.line}: more went back of order ${row.number} than was paid`] : []
  })
}

/** The balance of each row is the one before and what the row changed. */
function balanceFaults(rows: Array<Row>, currency: Currency): Array<string> {
  let balance = 0
  for (const row of rows) {
    const net = amountOf(row.net, currency)
    const said = amountOf(row.balance, currency)
    if (net === undefined || said === undefined)
      return [`line ${row.line}: an amount is missing or cannot be read`]
    balance += net
    if (said !== balance)
      return [
        `line ${row.line}: the balance is ${decimal(balance, currency)}, not ${decimal(said, currency)}`,
      ]
  }
  return balance === 0 ? [] : [`${decimal(balance, currency)} are left over`]
}

function endFaults({ kept, payout }: { kept: Row; payout: Row }, currency: Currency): Array<string> {
  const faults: Array<string> = []
  if ((amountOf(kept.net, currency) ?? 1) > 0)
    faults.push(`line ${kept.line}: less than nothing was kept back`)
  if ((amountOf(payout.net, currency) ?? 0) >= 0) faults.push(`line ${payout.line}: nothing was paid out`)
  return faults
}

/** 827640821773 comes out of some spreadsheets as 8.27641E+11: the digits are lost. */
function roundedFaults(rows: Array<Row>): Array<string> {
  return rows
    .filter(({ number }) => /e\+/i.test(number))
    .map(
      ({ line, number }) => `line ${line}: a spreadsheet has rounded the number ${number}; download it again`,
    )
}

/** The last row knows all others: whatever was changed in one of them without the figures telling. */
function checkFaults(
  rows: Array<Row>,
  { said, currency }: { said: string; currency: Currency },
): Array<string> {
  if (checkOf(rows, currency) === said) return []
  return ['what is written here is not what was downloaded: it does not fit the check in the last line']
}

function amountOf(text: string, currency: Currency): Cents | undefined {
  const amount = parseDecimal(text.replace(/^-/, ''), currency)
  if (amount === undefined) return undefined
  return text.startsWith('-') ? -amount : amount
}

const notWhole =
  'This statement is not whole: its opening, what was kept back, the payout or the check is missing.'

function refused(sentence: string): Verdict {
  return { faults: [sentence], summary: sentence }
}
