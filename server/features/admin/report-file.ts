import { Readable } from 'node:stream'
import { decimal } from '../../../contract/money.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Period } from '../../../domain/report.ts'
import { type Column, csvText } from '../../http/csv.ts'
import type { Made } from '../../http/made.ts'
import type { Ports } from '../../ports/index.ts'
import { creatorPage, monthOf } from './months.ts'
import { type LineRow, linesOf, reportOf } from './months-repository.ts'

/** A closed month as it was written down: the same bytes whenever it is asked for. */
export async function reportFile(ports: Ports, period: Period): Promise<Made> {
  const file = await closedFile(ports, period)
  if (!file) throw new AppError('not_found', 'This month is not closed yet.')
  return file
}

/** 'Export CSV Report': the closed month, or the creators of one that goes on as they stand now. */
export async function payoutsFile(ports: Ports, period: Period): Promise<Made> {
  return (await closedFile(ports, period)) ?? openFile(ports, period)
}

async function closedFile({ db }: Ports, period: Period): Promise<Made | undefined> {
  const month = monthOf(period)
  const report = await reportOf(db, month)
  if (!report) return undefined
  const lines = await linesOf(db, month)
  const { currency } = report
  const money = (amount: number) => decimal(amount, currency)
  const sum = (of: (line: LineRow) => number) => money(lines.reduce((total, line) => total + of(line), 0))
  const columns: Array<Column<LineRow>> = [
    ...who,
    { name: 'Sales', of: ({ sales }) => sales },
    { name: `Revenue (${currency})`, of: ({ gross }) => money(gross), figure: true },
    { name: `Commission (${currency})`, of: ({ fee }) => money(fee), figure: true },
    { name: `Earned (${currency})`, of: ({ earned }) => money(earned), figure: true },
    { name: `Paid out (${currency})`, of: ({ paidOut }) => money(paidOut), figure: true },
    { name: `Balance at the end (${currency})`, of: ({ balance }) => money(balance), figure: true },
  ]
  const totals = [
    ...['Total', '', '', '', '', ''],
    // Of the month itself: cents that were all the platform's belong to no creator's line.
    report.sales,
    money(report.gross),
    money(report.fee),
    sum(({ earned }) => earned),
    money(report.paidOut),
    sum(({ balance }) => balance),
  ]
  return made(month, csvText(columns, lines, totals))
}

type Row = Awaited<ReturnType<typeof creatorPage>>['creators'][number]

async function openFile(ports: Ports, period: Period): Promise<Made> {
  const { currency } = ports.config
  const rows: Array<Row> = []
  for (let page = 1; ; page++) {
    const found = await creatorPage(ports, { ...period, q: '', page })
    rows.push(...found.creators)
    if (found.creators.length === 0 || rows.length >= found.total) break
  }
  const columns: Array<Column<Row>> = [
    { name: 'Creator', of: ({ userId }) => userId },
    { name: 'First name', of: ({ firstName }) => firstName ?? '' },
    { name: 'Last name', of: ({ lastName }) => lastName ?? '' },
    { name: 'Email', of: ({ email }) => email },
    { name: 'Payout method', of: ({ payoutMethod }) => payoutMethod ?? '' },
    { name: 'Payout address', of: ({ payoutEmail }) => payoutEmail ?? '' },
    { name: `Earned (${currency})`, of: ({ totalEarnings }) => totalEarnings, figure: true },
    { name: `Available (${currency})`, of: ({ availableBalance }) => availableBalance, figure: true },
    {
      name: 'Status',
      of: ({ isReady }) => (isReady ? 'Ready for Payout' : 'Below Minimum ($25)'),
    },
  ]
  const sum = (of: (row: Row) => string) => {
    const total = rows.reduce((all, row) => all + BigInt(of(row).replace('.', '')), 0n)
    return decimal(Number(total), currency)
  }
  const totals = [
    ...['Total', '', '', '', '', ''],
    sum(({ totalEarnings }) => totalEarnings),
    sum(({ availableBalance }) => availableBalance),
    '',
  ]
  return made(monthOf(period), csvText(columns, rows, totals))
}

const who: Array<Column<LineRow>> = [
  { name: 'Creator', of: ({ creatorId }) => creatorId },
  { name: 'First name', of: ({ firstName }) => firstName ?? '' },
  { name: 'Last name', of: ({ lastName }) => lastName ?? '' },
  { name: 'Email', of: ({ email }) => email },
  { name: 'Payout method', of: ({ payoutMethod }) => payoutMethod ?? '' },
  { name: 'Payout address', of: ({ payoutEmail }) => payoutEmail ?? '' },
]

function made(month: string, text: string): Made {
  return {
    name: `creator-payouts-${month}.csv`,
    type: 'text/csv; charset=utf-8',
    made: () => Readable.from([text]),
  }
}
