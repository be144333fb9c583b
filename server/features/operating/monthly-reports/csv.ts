import { Readable } from 'node:stream'
import { formatDecimal } from '../../../../contract/money.ts'
import { creatorPayoutLabel } from '../../../../contract/payout-labels.ts'
import { formatMonth, type Month } from '../../../../domain/dates.ts'
import { AppError } from '../../../../domain/errors.ts'
import { findRow } from '../../../db/rows.ts'
import { monthlyReports } from '../../../db/schema/index.ts'
import { type Column, csvText } from '../../../http/csv.ts'
import type { StreamedFile } from '../../../http/file-response.ts'
import type { Ports } from '../../../ports/index.ts'
import { minPayoutText } from '../../money/payouts/present.ts'
import { listCreatorPayoutsPage } from './reports.ts'
import { type LineRow, selectReportLines } from './repository.ts'

/** The stored report of a closed month: the same bytes for every request. */
export async function monthlyReportCsv(ports: Ports, period: Month): Promise<StreamedFile> {
  const file = await closedMonthCsv(ports, period)
  if (!file) throw new AppError('not_found', 'This month isn’t closed yet.')
  return file
}

/** 'Export CSV Report': the closed month, or the current figures of an open one. */
export async function creatorPayoutsCsv(ports: Ports, period: Month): Promise<StreamedFile> {
  return (await closedMonthCsv(ports, period)) ?? openMonthCsv(ports, period)
}

async function closedMonthCsv({ db }: Ports, period: Month): Promise<StreamedFile | undefined> {
  const month = formatMonth(period)
  const report = await findRow(db, monthlyReports, { month })
  if (!report) return undefined
  const lines = await selectReportLines(db, month)
  const { currency } = report
  const money = (amount: number) => formatDecimal(amount, currency)
  const sum = (getValue: (line: LineRow) => number) =>
    money(lines.reduce((total, line) => total + getValue(line), 0))
  const amount = (name: string, of: (line: LineRow) => number): Column<LineRow> => ({
    name: `${name} (${currency})`,
    of: (line) => money(of(line)),
    isNumeric: true,
  })
  // Months without taxes keep the bytes that they had before there were any.
  const taxColumn = lines.some(({ taxAmount }) => taxAmount !== 0)
    ? [amount('Tax', ({ taxAmount }) => taxAmount)]
    : []
  const columns: Array<Column<LineRow>> = [
    { name: 'Creator', of: ({ creatorId }) => creatorId },
    ...creatorColumns,
    { name: 'Sales', of: ({ saleCount }) => saleCount },
    amount('Revenue', ({ grossAmount }) => grossAmount),
    amount('Commission', ({ platformFeeAmount }) => platformFeeAmount),
    ...taxColumn,
    amount('Earned', ({ netAmount }) => netAmount),
    amount('Paid out', ({ paidOutAmount }) => paidOutAmount),
    amount('Ending balance', ({ closingBalanceAmount }) => closingBalanceAmount),
  ]
  const totals = [
    ...['Total', '', '', '', '', ''],
    // The report's own sums, because revenue of the platform alone is in no creator's row.
    report.saleCount,
    money(report.grossAmount),
    money(report.platformFeeAmount),
    ...taxColumn.map(() => money(report.taxAmount)),
    sum(({ netAmount }) => netAmount),
    money(report.paidOutAmount),
    sum(({ closingBalanceAmount }) => closingBalanceAmount),
  ]
  return csvFile(month, csvText(columns, lines, totals, 'spreadsheet'))
}

type Row = Awaited<ReturnType<typeof listCreatorPayoutsPage>>['creators'][number]

async function openMonthCsv(ports: Ports, period: Month): Promise<StreamedFile> {
  const { currency } = ports.config
  const minimum = minPayoutText(ports)
  const rows: Array<Row> = []
  for (let page = 1; ; page++) {
    const { creators, total } = await listCreatorPayoutsPage(ports, { ...period, q: '', page })
    rows.push(...creators)
    if (creators.length === 0 || rows.length >= total) break
  }
  const columns: Array<Column<Row>> = [
    { name: 'Creator', of: ({ userId }) => userId },
    ...creatorColumns,
    { name: `Earned (${currency})`, of: ({ totalEarnings }) => totalEarnings, isNumeric: true },
    { name: `Available (${currency})`, of: ({ availableBalance }) => availableBalance, isNumeric: true },
    { name: 'Status', of: (row) => statusText(row, minimum) },
  ]
  const sum = (getValue: (row: Row) => string) => {
    const total = rows.reduce((sum, row) => sum + BigInt(getValue(row).replace('.', '')), 0n)
    return formatDecimal(Number(total), currency)
  }
  const totals = [
    ...['Total', '', '', '', '', ''],
    sum(({ totalEarnings }) => totalEarnings),
    sum(({ availableBalance }) => availableBalance),
    '',
  ]
  return csvFile(formatMonth(period), csvText(columns, rows, totals, 'spreadsheet'))
}

/** As on the page, with the day of a paid payout. */
function statusText(row: Row, minimum: string): string {
  const paidOn = row.payout?.stage === 'paid' ? row.payout.paidAt?.slice(0, 10) : undefined
  return [creatorPayoutLabel(row, minimum), row.status === 'below_minimum' && paidOn]
    .filter(Boolean)
    .join(' ')
}

type CreatorFields = Pick<Row, 'firstName' | 'lastName' | 'email' | 'payoutMethod' | 'payoutEmail'>
const creatorColumns: Array<Column<CreatorFields>> = [
  { name: 'First name', of: ({ firstName }) => firstName ?? '' },
  { name: 'Last name', of: ({ lastName }) => lastName ?? '' },
  { name: 'Email', of: ({ email }) => email },
  { name: 'Payout method', of: ({ payoutMethod }) => payoutMethod ?? '' },
  { name: 'Payout address (masked)', of: ({ payoutEmail }) => payoutEmail ?? '' },
]

function csvFile(month: string, text: string): StreamedFile {
  return {
    name: `creator-payouts-${month}.csv`,
    type: 'text/csv; charset=utf-8',
    createStream: () => Readable.from([text]),
  }
}
