import { Readable } from 'node:stream'
import { and, asc, count, eq, gte, lt, sql } from 'drizzle-orm'
import { type Currency, formatDecimal, type MinorUnits } from '../../../../contract/money.ts'
import { formatTaxRate } from '../../../../domain/tax.ts'
import type { Db } from '../../../db/database.ts'
import { sumOf } from '../../../db/rows.ts'
import { documents, ledgerEntries } from '../../../db/schema/index.ts'
import { type Column, csvText } from '../../../http/csv.ts'
import type { StreamedFile } from '../../../http/file-response.ts'
import type { Ports } from '../../../ports/index.ts'

export type Quarter = { year: number; quarter: number }

/** Receipts and corrections of a UTC quarter by the day of their booking, so that they sum to the ledger. */
export async function getTaxReport(ports: Ports, quarter: Quarter) {
  const { currency } = ports.config
  const range = rangeOf(quarter)
  const lines = await selectReportLines(ports.db, range)
  const money = (amount: number) => formatDecimal(amount, currency)
  const sums = totalsOf(lines)
  return {
    currency,
    lines: lines.map(({ amount, taxAmount, ...line }) => ({
      ...line,
      amount: money(amount),
      netAmount: money(amount - taxAmount),
      taxAmount: money(taxAmount),
    })),
    amount: money(sums.amount),
    netAmount: money(sums.amount - sums.taxAmount),
    taxAmount: money(sums.taxAmount),
    ledgerTaxAmount: money(await sumLedgerTax(ports.db, range)),
  }
}

export async function taxReportCsv(ports: Ports, quarter: Quarter): Promise<StreamedFile> {
  const lines = await selectReportLines(ports.db, rangeOf(quarter))
  const { currency } = ports.config
  const sums = totalsOf(lines)
  const money = (amount: number) => formatDecimal(amount, currency)
  const totals = [
    ...['Total', '', '', ''],
    sums.documents,
    money(sums.amount - sums.taxAmount),
    money(sums.taxAmount),
    money(sums.amount),
  ]
  return {
    name: `tax-report-${quarter.year}-q${quarter.quarter}.csv`,
    type: 'text/csv; charset=utf-8',
    createStream: () => Readable.from([csvText(columnsIn(currency), lines, totals, 'spreadsheet')]),
  }
}

function columnsIn(currency: Currency): Array<Column<ReportLine>> {
  const money = (name: string, of: (line: ReportLine) => number): Column<ReportLine> => ({
    name: `${name} (${currency})`,
    of: (line) => formatDecimal(of(line), currency),
    isNumeric: true,
  })
  return [
    { name: 'Country', of: ({ country }) => country ?? 'Unknown' },
    { name: 'Kind', of: ({ kind }) => kind },
    { name: 'Rate', of: ({ rateMillionths }) => formatTaxRate(rateMillionths) },
    { name: 'Quarter of the sale', of: ({ suppliedIn }) => suppliedIn },
    { name: 'Documents', of: ({ documents }) => documents },
    money('Net', ({ amount, taxAmount }) => amount - taxAmount),
    money('Tax', ({ taxAmount }) => taxAmount),
    money('Gross', ({ amount }) => amount),
  ]
}

function rangeOf({ year, quarter }: Quarter): { from: Date; to: Date } {
  const month = (quarter - 1) * 3
  return { from: new Date(Date.UTC(year, month)), to: new Date(Date.UTC(year, month + 3)) }
}

function totalsOf(lines: Array<ReportLine>): Pick<ReportLine, 'amount' | 'taxAmount' | 'documents'> {
  const sum = (of: (line: ReportLine) => number) => lines.reduce((total, line) => total + of(line), 0)
  return {
    amount: sum(({ amount }) => amount),
    taxAmount: sum(({ taxAmount }) => taxAmount),
    documents: sum(({ documents }) => documents),
  }
}

export type Range = { from: Date; to: Date }
type ReportLine = Pick<typeof documents.$inferSelect, 'amount' | 'taxAmount'> & {
  country: string | null
  kind: 'digital' | 'ebook'
  rateMillionths: number
  suppliedIn: string
  documents: number
}

/** The documents booked in a range, summed. A sale's own quarter comes first, then corrections of earlier ones. */
async function selectReportLines(db: Db, { from, to }: Range): Promise<Array<ReportLine>> {
  const suppliedIn = sql<string>`to_char(${documents.suppliedAt} at time zone 'UTC', 'YYYY"-Q"Q')`
  const rows = await db
    .select({
      country: documents.buyerCountry,
      kind: documents.taxKind,
      rateMillionths: documents.taxRateMillionths,
      suppliedIn,
      documents: count(),
      amount: sql<string>`sum(${documents.amount})`,
      taxAmount: sql<string>`sum(${documents.taxAmount})`,
    })
    .from(documents)
    .where(and(gte(documents.bookedAt, from), lt(documents.bookedAt, to)))
    .groupBy(documents.buyerCountry, documents.taxKind, documents.taxRateMillionths, sql`4`)
    .orderBy(
      sql`4 desc`,
      asc(documents.buyerCountry),
      asc(documents.taxKind),
      asc(documents.taxRateMillionths),
    )
  return rows.map((row) => ({ ...row, amount: Number(row.amount), taxAmount: Number(row.taxAmount) }))
}

/** The change of the tax that is owed in a range, in minor units. */
function sumLedgerTax(db: Db, { from, to }: Range): Promise<MinorUnits> {
  const { account, amount, createdAt } = ledgerEntries
  return sumOf(db, amount, and(eq(account, 'tax_payable'), gte(createdAt, from), lt(createdAt, to)))
}
