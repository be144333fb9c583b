import { limits } from '../../../contract/limits.ts'
import { formatDecimal, type MinorUnits } from '../../../contract/money.ts'
import type { Statement, StatementLine } from '../../../contract/payouts.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { presentPayout } from './present.ts'
import { findPayout, type PayoutRow } from './repository.ts'
import {
  type EntryRange,
  entryRangeOf,
  type LineRow,
  selectStatementLines,
  sumStatementLines,
} from './statement-repository.ts'

/** Lines on a page; the files have all. */
const maxPageLines = limits.maxListed.statementLines
const batchSize = 1_000

/** A payout with its sales: the creator's own, or any for the admin. Throws AppError `not_found`. */
export async function getStatement(ports: Ports, viewer: Viewer, id: number): Promise<Statement> {
  const payout = await requireOwnPayout(ports, viewer, id)
  const totals = await getStatementTotals(ports, payout)
  const rows = await selectStatementLines(ports.db, totals.range, {
    afterEntryId: totals.range.afterEntryId,
    limit: maxPageLines,
  })
  const { currency } = payout
  return {
    payout: presentPayout(payout),
    openingBalance: formatDecimal(totals.range.openingBalance, currency),
    lines: [...addRunningBalance(rows, totals.range.openingBalance)].map((line) =>
      presentLine(line, currency),
    ),
    omittedLineCount: Math.max(0, totals.lineCount - maxPageLines),
    closingBalance: formatDecimal(totals.closingBalance, currency),
    retainedAmount: formatDecimal(totals.retainedAmount, currency),
  }
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
  let { afterEntryId, openingBalance: balance } = range
  for (;;) {
    const rows = await selectStatementLines(db, range, { afterEntryId, limit: batchSize })
    for (const line of addRunningBalance(rows, balance)) {
      balance = line.balance
      afterEntryId = line.entry
      yield line
    }
    if (rows.length < batchSize) return
  }
}

function* addRunningBalance(rows: Array<LineRow>, openingBalance: MinorUnits): Generator<LineWithBalance> {
  let balance = openingBalance
  for (const row of rows) {
    balance += row.net
    yield { ...row, balance }
  }
}

export function presentLine(line: LineWithBalance, currency: string): StatementLine {
  const { entry, type, number, title, rate, tax, fee, net, balance } = line
  return {
    ...{ entryId: entry, type, orderId: number, title, platformFeeBps: rate },
    date: line.date.toISOString(),
    gross: formatDecimal(net + fee + tax, currency),
    tax: formatDecimal(tax, currency),
    fee: formatDecimal(fee, currency),
    net: formatDecimal(net, currency),
    balance: formatDecimal(balance, currency),
  }
}
