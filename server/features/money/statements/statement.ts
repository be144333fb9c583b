import { createHash } from 'node:crypto'
import { limits } from '../../../../contract/limits.ts'
import { type Currency, formatDecimal, type MinorUnits, parseDecimal } from '../../../../contract/money.ts'
import type { Statement, StatementLine } from '../../../../contract/payouts.ts'
import { AppError } from '../../../../domain/errors.ts'
import { heldUntil } from '../../../../domain/release.ts'
import { rowsByKey } from '../../../db/pages-by-key.ts'
import type { Column } from '../../../http/csv.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { presentPayout } from '../payouts/present.ts'
import { findPayout, type PayoutRow } from '../payouts/repository.ts'
import {
  type EntryRange,
  entryRangeOf,
  type LineRow,
  selectStatementLines,
  sumStatementLines,
} from './repository.ts'

/** Lines on a page; the files have all. */
const maxPageLines = limits.maxListed.statementLines
const batchSize = 1_000

/** A payout with its sales: the creator's own, or any for the admin. Throws AppError `not_found`. */
export async function getStatement(ports: Ports, viewer: Viewer, id: number): Promise<Statement> {
  const payout = await requireOwnPayout(ports, viewer, id)
  const totals = await getStatementTotals(ports, payout)
  const { currency } = payout
  return {
    payout: presentPayout(payout),
    openingBalance: formatDecimal(totals.range.openingBalance, currency),
    lines: await firstLines(ports, payout, { range: totals.range, max: maxPageLines }),
    omittedLineCount: Math.max(0, totals.lineCount - maxPageLines),
    closingBalance: formatDecimal(totals.closingBalance, currency),
    retainedAmount: formatDecimal(totals.retainedAmount, currency),
  }
}

/** The first lines of a statement, which may have any number. */
async function firstLines(
  ports: Ports,
  { currency }: PayoutRow,
  { range, max }: { range: EntryRange; max: number },
): Promise<Array<StatementLine>> {
  const lines: Array<StatementLine> = []
  for await (const line of streamLines(ports, range)) {
    if (lines.length === max) break
    lines.push(presentLine(line, { currency, now: ports.clock.now() }))
  }
  return lines
}

/** Throws the same 404 for another creator's payout as for an unknown one. */
export async function requireOwnPayout({ db }: Ports, viewer: Viewer, id: number): Promise<PayoutRow> {
  const payout = (await findPayout(db, id))?.payout
  if (!payout || !(viewer.isAdmin || payout.creatorId === viewer.id))
    throw new AppError('not_found', 'Payout Not Found')
  return payout
}

export type Totals = {
  range: EntryRange
  lineCount: number
  closingBalance: MinorUnits
  retainedAmount: MinorUnits
}

/** The sum of the lines, and the retained amount, in minor units. */
export async function getStatementTotals({ db }: Ports, payout: PayoutRow): Promise<Totals> {
  const range = await entryRangeOf(db, payout)
  const { lines: lineCount, net } = await sumStatementLines(db, range)
  const closingBalance = range.openingBalance + net
  return { range, lineCount, closingBalance, retainedAmount: closingBalance - payout.amount }
}

type LineWithBalance = LineRow & { balance: MinorUnits }

/** Streams every line with the balance after it. */
export async function* streamLines({ db }: Ports, range: EntryRange): AsyncGenerator<LineWithBalance> {
  let balance = range.openingBalance
  const rows = rowsByKey(
    (after: number | undefined, limit) =>
      selectStatementLines(db, range, { afterEntryId: after ?? range.afterEntryId, limit }),
    { keyOf: ({ entry }) => entry, pageSize: batchSize },
  )
  for await (const row of rows) {
    balance += row.net
    yield { ...row, balance }
  }
}

export function presentLine(
  line: LineWithBalance,
  { currency, now }: { currency: string; now: Date },
): StatementLine {
  const { entry, type, number, title, rate, tax, fee, net, balance } = line
  return {
    entryId: entry,
    type,
    orderId: number,
    title,
    platformFeeBps: rate,
    date: line.date.toISOString(),
    gross: formatDecimal(net + fee + tax, currency),
    tax: formatDecimal(tax, currency),
    fee: formatDecimal(fee, currency),
    net: formatDecimal(net, currency),
    heldUntil: heldUntil(line, line.item, now),
    balance: formatDecimal(balance, currency),
  }
}

/**
 * The checksum in a statement's last row, of all other rows: SHA-256, 64 hexadecimal digits. It covers the cells'
 * values, so a spreadsheet may write 8.00 as 8 and change quoting; any other change changes it.
 */
export function statementChecksum(
  rows: ReadonlyArray<StatementRow>,
  currency: Currency,
  columns = statementColumns,
): string {
  const normalizedRows = rows.map((row) =>
    columns.map(({ key, isNumeric }) =>
      isNumeric ? normalizeAmount(row[key], currency) : normalizeText(row[key]),
    ),
  )
  return createHash('sha256').update(JSON.stringify(normalizedRows)).digest('hex')
}

function normalizeAmount(text: string, currency: Currency): string {
  const amount = parseDecimal(text.replace(/^-/, ''), currency)
  if (amount === undefined) return text.trim()
  return String(text.startsWith('-') ? -amount : amount)
}

/** Our CSV puts a quote before a formula to escape it, so the quote is not part of the value. */
function normalizeText(text: string): string {
  return text
    .replace(/^'(?=[=+\-@\t\r\uff0b\uff0d\uff1d\uff20])/, '')
    .replaceAll('\r\n', '\n')
    .trim()
}

export type StatementRow = {
  entry: string
  date: string
  type: string
  number: string
  item: string
  rate: string
  gross: string
  tax: string
  fee: string
  net: string
  balance: string
}

/**
 * The running balance starts at the amount retained by the previous payout, and ends at zero after this payout and
 * the amount retained now.
 */
export const statementColumns: ReadonlyArray<Column<StatementRow> & { key: keyof StatementRow }> = [
  { key: 'entry', name: 'Entry', of: ({ entry }) => entry },
  { key: 'date', name: 'Date', of: ({ date }) => date },
  { key: 'type', name: 'Type', of: ({ type }) => type },
  { key: 'number', name: 'Number', of: ({ number }) => number },
  { key: 'item', name: 'Item', of: ({ item }) => item },
  { key: 'rate', name: 'Fee basis points', of: ({ rate }) => rate },
  { key: 'gross', name: 'Gross', of: ({ gross }) => gross, isNumeric: true },
  { key: 'tax', name: 'Tax', of: ({ tax }) => tax, isNumeric: true },
  { key: 'fee', name: 'Fee', of: ({ fee }) => fee, isNumeric: true },
  { key: 'net', name: 'Net', of: ({ net }) => net, isNumeric: true },
  { key: 'balance', name: 'Balance', of: ({ balance }) => balance, isNumeric: true },
]
