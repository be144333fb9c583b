import { Readable } from 'node:stream'
import { and, asc, count, eq, gte, isNull, lt, ne, sql } from 'drizzle-orm'
import { type Currency, formatDecimal, type MinorUnits } from '../../../../contract/money.ts'
import type { TaxKind } from '../../../../contract/tax.ts'
import { startOfDayIn, utcDay } from '../../../../domain/dates.ts'
import { formatTaxRate, type TaxReturn, taxReturn } from '../../../../domain/tax.ts'
import type { Db } from '../../../db/database.ts'
import { sumOf } from '../../../db/rows.ts'
import { checkouts, documents, ledgerEntries, purchases } from '../../../db/schema/index.ts'
import { type Column, csvText } from '../../../http/csv.ts'
import type { StreamedFile } from '../../../http/file-response.ts'
import type { Ports } from '../../../ports/index.ts'

export type Quarter = { year: number; quarter: number }

/** Receipts and corrections of a quarter of the site's clock by the day of their booking, so that they sum to the ledger. */
export async function getTaxReport(ports: Ports, quarter: Quarter) {
  const { currency } = ports.config
  const range = rangeOf(ports, quarter)
  const lines = await selectReportLines(ports, range)
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
  const lines = await selectReportLines(ports, rangeOf(ports, quarter))
  const { currency } = ports.config
  const sums = totalsOf(lines)
  const money = (amount: number) => formatDecimal(amount, currency)
  const totals = [
    ...['Total', '', '', '', '', '', '', ''],
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
    { name: 'Region', of: ({ region }) => region },
    { name: 'Buyers', of: ({ isBusiness }) => (isBusiness ? 'businesses' : 'consumers') },
    { name: 'Sold', of: ({ isPro }) => (isPro ? 'Pro' : 'items') },
    { name: 'Return', of: (line) => line.taxReturn },
    { name: 'Kind', of: ({ kind }) => kind },
    { name: 'Rate', of: ({ rateMillionths }) => formatTaxRate(rateMillionths) },
    { name: 'Quarter of the sale', of: ({ suppliedIn }) => suppliedIn },
    { name: 'Documents', of: ({ documents }) => documents },
    money('Net', ({ amount, taxAmount }) => amount - taxAmount),
    money('Tax', ({ taxAmount }) => taxAmount),
    money('Gross', ({ amount }) => amount),
  ]
}

function rangeOf({ settings }: Ports, { year, quarter }: Quarter): { from: Date; to: Date } {
  const { timeZone } = settings.current()
  const firstDay = (index: number) => utcDay(new Date(Date.UTC(year, index * 3)))
  return {
    from: startOfDayIn(firstDay(quarter - 1), timeZone),
    to: startOfDayIn(firstDay(quarter), timeZone),
  }
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
type ReportLine = {
  country: string | null
  region: string
  isBusiness: boolean
  isPro: boolean
  kind: TaxKind
  rateMillionths: number
  taxReturn: TaxReturn
  suppliedIn: string
  documents: number
  conflicts: number
  amount: MinorUnits
  taxAmount: MinorUnits
}

/** A consumer's receipt whose card is from another country than they stated, and who has not answered which is theirs. */
const hasConflict = and(
  eq(documents.kind, 'receipt'),
  eq(documents.vatId, ''),
  ne(purchases.cardCountry, checkouts.buyerCountry),
  isNull(purchases.answeredCountry),
)

/** The documents of sales booked in a range, summed. A sale's own quarter comes first, then corrections of earlier ones. */
async function selectReportLines({ db, settings }: Ports, { from, to }: Range): Promise<Array<ReportLine>> {
  const { timeZone, sellerCountry } = settings.current()
  const { bookedAt, buyerCountry, buyerRegion, taxKind, taxTreatment, taxRateMillionths, vatId } = documents
  const isBusiness = sql<boolean>`${vatId} <> ''`
  const isPro = sql<boolean>`${documents.proInvoiceId} is not null`
  const suppliedIn = sql<string>`to_char(${documents.suppliedAt} at time zone ${timeZone}, 'YYYY"-Q"Q')`
  const rows = await db
    .select({
      country: buyerCountry,
      region: buyerRegion,
      isBusiness,
      isPro,
      kind: taxKind,
      treatment: taxTreatment,
      rateMillionths: taxRateMillionths,
      suppliedIn,
      documents: count(),
      conflicts: sql<string>`count(*) filter (where ${hasConflict})`,
      amount: sql<string>`sum(${documents.amount})`,
      taxAmount: sql<string>`sum(${documents.taxAmount})`,
    })
    .from(documents)
    .leftJoin(purchases, eq(purchases.id, documents.purchaseId))
    .leftJoin(checkouts, eq(checkouts.id, purchases.checkoutId))
    .where(and(eq(documents.series, 'sales'), gte(bookedAt, from), lt(bookedAt, to)))
    .groupBy(buyerCountry, buyerRegion, sql`3`, sql`4`, taxKind, taxTreatment, taxRateMillionths, sql`8`)
    .orderBy(
      ...[sql`8 desc`, asc(buyerCountry), asc(buyerRegion), sql`3`, sql`4`, asc(taxKind), asc(taxTreatment)],
      asc(taxRateMillionths),
    )
  return rows.map(({ treatment, ...row }) => ({
    ...row,
    taxReturn: taxReturn(row, { treatment, sellerCountry }),
    conflicts: Number(row.conflicts),
    amount: Number(row.amount),
    taxAmount: Number(row.taxAmount),
  }))
}

/** The change of the tax that is owed in a range, in minor units. */
function sumLedgerTax(db: Db, { from, to }: Range): Promise<MinorUnits> {
  const { account, amount, createdAt } = ledgerEntries
  return sumOf(db, amount, and(eq(account, 'tax_payable'), gte(createdAt, from), lt(createdAt, to)))
}
