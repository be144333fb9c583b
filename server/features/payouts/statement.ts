import { type Cents, decimal } from '../../../contract/money.ts'
import type { Statement, StatementLine } from '../../../contract/payouts.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Viewer } from '../../http/call.ts'
import type { Ports } from '../../ports/index.ts'
import { presentPayout } from './present.ts'
import { type PayoutRow, payoutById } from './repository.ts'
import { countLinesIn, type LineRow, linesIn, type Span, spanOf } from './statement-rows.ts'

/** Lines that a page shows; the files have all of them. */
const mostShown = 500
const batch = 1_000

/** A payout with the sales behind it: its creator's own, or any for the admin. Throws AppError `not_found`. */
export async function statementFor(ports: Ports, viewer: Viewer, id: number): Promise<Statement> {
  const payout = await ownPayout(ports, viewer, id)
  const whole = await totalsOf(ports, payout)
  const rows = await linesIn(ports.db, whole.span, { from: whole.span.after, most: mostShown })
  const { currency } = payout
  return {
    payout: presentPayout(payout),
    opening: decimal(whole.span.opening, currency),
    lines: [...withBalance(rows, whole.span.opening)].map((line) => presentLine(line, currency)),
    more: Math.max(0, whole.lines - mostShown),
    due: decimal(whole.due, currency),
    kept: decimal(whole.kept, currency),
  }
}

/** Somebody else's payout and an unknown one are the same 404. */
export async function ownPayout({ db }: Ports, viewer: Viewer, id: number): Promise<PayoutRow> {
  const payout = (await payoutById(db, id))?.payout
  if (!payout || !(viewer.isAdmin || payout.creatorId === viewer.id))
    throw new AppError('not_found', 'Payout Not Found')
  return payout
}

export type Totals = { span: Span; lines: number; due: Cents; kept: Cents }

/** What the lines come to, and what of that was kept back. Cents. */
export async function totalsOf({ db }: Ports, payout: PayoutRow): Promise<Totals> {
  const span = await spanOf(db, payout)
  const { lines, net } = await countLinesIn(db, span)
  const due = span.opening + net
  return { span, lines, due, kept: due - payout.amount }
}

type Balanced = LineRow & { balance: Cents }

/** Every line with the balance after it, read as they are asked for. */
export async function* allLines({ db }: Ports, span: Span): AsyncGenerator<Balanced> {
  let { after: from, opening: balance } = span
  for (;;) {
    const rows = await linesIn(db, span, { from, most: batch })
    for (const line of withBalance(rows, balance)) {
      balance = line.balance
      from = line.entry
      yield line
    }
    if (rows.length < batch) return
  }
}

function* withBalance(rows: Array<LineRow>, opening: Cents): Generator<Balanced> {
  let balance = opening
  for (const row of rows) {
    balance += row.net
    yield { ...row, balance }
  }
}

export function presentLine(line: Balanced, currency: string): StatementLine {
  const { entry, what, number, title, rate, fee, net, balance } = line
  return {
    ...{ entry, what, number, title, rate },
    date: line.date.toISOString(),
    gross: decimal(net + fee, currency),
    fee: decimal(fee, currency),
    net: decimal(net, currency),
    balance: decimal(balance, currency),
  }
}
