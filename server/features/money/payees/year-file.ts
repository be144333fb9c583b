import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { formatDecimal, type MinorUnits } from '../../../../contract/money.ts'
import { payoutMethodLabel } from '../../../../contract/payout-labels.ts'
import type { Db } from '../../../db/database.ts'
import { rowsByKey } from '../../../db/pages-by-key.ts'
import { creatorMonthlyRollups, payees, payouts, users } from '../../../db/schema/index.ts'
import { type Column, csvStream } from '../../../http/csv.ts'
import type { StreamedFile } from '../../../http/file-response.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { decryptPayoutDetails, UnreadablePayoutDetailsError } from '../../people/accounts/payout-details.ts'
import { recordAuditEntry } from '../../site/audit/record.ts'
import { type OpenPayee, tryToOpenPayee } from './stored.ts'

const pageSize = 500
const months = Array.from({ length: 12 }, (_, index) => index)
const quarters = [0, 1, 2, 3]

type Sums = { sales: number; gross: MinorUnits; tax: MinorUnits; fee: MinorUnits; net: MinorUnits }
type YearRow = {
  creatorId: string
  email: string
  payee: OpenPayee | undefined
  /** By UTC month, January first. */
  months: Array<Sums>
  /** Payouts that arrived in the year, and where the last one went. */
  paid: { count: number; amount: MinorUnits; account: string }
}

const none: Sums = { sales: 0, gross: 0, tax: 0, fee: 0, net: 0 }

/**
 * Who was paid in a year and what they earned: what DAC7 and the forms 1099 ask for. It has payee details and accounts in clear, so
 * each file is in the audit log.
 */
export async function yearFileOfAll(ports: Ports, viewer: Viewer, year: number): Promise<StreamedFile> {
  await recordAuditEntry(ports.db, ports, viewer, {
    action: 'exportPayeeYears',
    target: `payees of ${year}`,
  })
  return yearFile(ports, year, `tipdrop-payees-${year}.csv`)
}

/** The same of one creator, for their tax return: also of one who was never paid. */
export async function yearFileOf(ports: Ports, viewer: Viewer, year: number): Promise<StreamedFile> {
  return yearFile(ports, year, `tipdrop-year-${year}.csv`, viewer.id)
}

function yearFile(ports: Ports, year: number, name: string, creatorId?: string): StreamedFile {
  const rows = rowsByKey(
    (after: string | undefined, limit) => selectYear(ports, year, { after: after ?? '', limit, creatorId }),
    { keyOf: (row) => row.creatorId, pageSize },
  )
  const columns = columnsOf(ports.config.currency)
  return {
    name,
    type: 'text/csv; charset=utf-8',
    createStream: () => csvStream(columns, rows, undefined, 'spreadsheet'),
  }
}

type Page = { after: string; limit: number; creatorId: string | undefined }

async function selectYear(ports: Ports, year: number, page: Page): Promise<Array<YearRow>> {
  const { db } = ports
  const ids = await selectCreators(db, year, page)
  if (ids.length === 0) return []
  const sums = await selectMonths(ports, year, ids)
  const paid = await selectPaid(ports, year, ids)
  const people = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(inArray(users.id, ids))
  const emails = new Map(people.map(({ id, email }) => [id, email]))
  const details = await selectPayees(ports, ids)
  return ids.map((creatorId) => ({
    creatorId,
    email: emails.get(creatorId) ?? '',
    payee: details.get(creatorId),
    months: months.map((month) => sums.get(`${creatorId}/${month}`) ?? none),
    paid: paid.get(creatorId) ?? { count: 0, amount: 0, account: '' },
  }))
}

/** Creators who earned or were paid in the year, in the order of their ids. */
async function selectCreators(
  db: Db,
  year: number,
  { after, limit, creatorId }: Page,
): Promise<Array<string>> {
  const { from, to } = rangeOf(year)
  const only = creatorId === undefined ? sql`` : sql`and creator_id = ${creatorId}`
  const { rows } = await db.execute<{ creator_id: string }>(sql`
    select creator_id from (
      select creator_id from creator_monthly_rollups
        where month between ${`${year}-01`} and ${`${year}-12`} and creator_id <> ''
      union select creator_id from payouts
        where state = 'paid' and paid_at >= ${from}::timestamptz and paid_at < ${to}::timestamptz
    ) earned where creator_id collate "C" > ${after} ${only}
    order by creator_id collate "C" limit ${limit}`)
  return rows.map((row) => row.creator_id)
}

async function selectMonths({ db, config }: Ports, year: number, ids: Array<string>) {
  const { creatorId, month, currency } = creatorMonthlyRollups
  const rows = await db
    .select()
    .from(creatorMonthlyRollups)
    .where(
      and(
        inArray(creatorId, ids),
        eq(currency, config.currency),
        gte(month, `${year}-01`),
        lt(month, `${year + 1}-01`),
      ),
    )
  return new Map(
    rows.map((row) => [
      `${row.creatorId}/${Number(row.month.slice(5)) - 1}`,
      {
        sales: row.saleCount,
        gross: row.grossAmount,
        tax: row.taxAmount,
        fee: row.platformFeeAmount,
        net: row.netAmount,
      },
    ]),
  )
}

/** Payouts by the day on which they were paid, without those that came back. */
async function selectPaid(ports: Ports, year: number, ids: Array<string>) {
  const { from, to } = rangeOf(year)
  const rows = await ports.db
    .select()
    .from(payouts)
    .where(
      and(
        inArray(payouts.creatorId, ids),
        eq(payouts.state, 'paid'),
        gte(payouts.paidAt, from),
        lt(payouts.paidAt, to),
      ),
    )
    .orderBy(payouts.paidAt, payouts.id)
  const sums = new Map<string, YearRow['paid']>()
  for (const row of rows) {
    const { count, amount } = sums.get(row.creatorId) ?? { count: 0, amount: 0 }
    sums.set(row.creatorId, { count: count + 1, amount: amount + row.amount, account: accountOf(ports, row) })
  }
  return sums
}

/** `PayPal: mara@example.com`, in clear: the account that DAC7 asks for. */
function accountOf(ports: Ports, { creatorId, method, destination }: typeof payouts.$inferSelect): string {
  const label = payoutMethodLabel(method)
  if (method === 'transfer') return `${label}: ${destination}`
  try {
    return `${label}: ${decryptPayoutDetails(ports, creatorId, destination)}`
  } catch (error) {
    if (error instanceof UnreadablePayoutDetailsError) return `${label}: can’t be read, see the alerts`
    throw error
  }
}

/** The newest details of each creator, also of one whose account is closed. */
async function selectPayees(ports: Ports, ids: Array<string>): Promise<Map<string, OpenPayee>> {
  const rows = await ports.db.select().from(payees).where(inArray(payees.creatorId, ids)).orderBy(payees.id)
  return new Map(
    rows.flatMap((row) => {
      const open = tryToOpenPayee(ports, row)
      return open ? [[row.creatorId, open] as const] : []
    }),
  )
}

function rangeOf(year: number): { from: Date; to: Date } {
  return { from: new Date(Date.UTC(year, 0)), to: new Date(Date.UTC(year + 1, 0)) }
}

/** The description is in docs/operate/payees.md. */
function columnsOf(currency: string): Array<Column<YearRow>> {
  const text = (name: string, of: (payee: OpenPayee) => string): Column<YearRow> => ({
    name,
    of: ({ payee }) => (payee ? of(payee) : ''),
  })
  const amount = (name: string, of: (row: YearRow) => MinorUnits): Column<YearRow> => ({
    name: `${name} (${currency})`,
    of: (row) => formatDecimal(of(row), currency),
    isNumeric: true,
  })
  const count = (name: string, of: (row: YearRow) => number): Column<YearRow> => ({
    name,
    of,
    isNumeric: true,
  })
  const period = (name: string, of: (row: YearRow) => Array<Sums>): Array<Column<YearRow>> => {
    const total = (key: keyof Sums) => (row: YearRow) => of(row).reduce((sum, one) => sum + one[key], 0)
    return [
      count(`${name} sales`, total('sales')),
      amount(`${name} gross`, total('gross')),
      amount(`${name} tax`, total('tax')),
      amount(`${name} platform fee`, total('fee')),
      amount(`${name} consideration`, total('net')),
    ]
  }
  return [
    { name: 'Creator', of: ({ creatorId }) => creatorId },
    { name: 'Email', of: ({ email }) => email },
    text('Kind', ({ row }) => row.kind),
    text('Legal name', ({ details }) => details.legalName),
    text('Date of birth', ({ details }) => details.birthDate),
    text('Registration number', ({ details }) => details.registrationNumber),
    text('Represented by', ({ details }) => details.representative),
    text('Street', ({ details }) => [details.street, details.street2].filter(Boolean).join(', ')),
    text('Postal code', ({ details }) => details.postalCode),
    text('City', ({ details }) => details.city),
    text('Region', ({ details }) => details.region),
    text('Country', ({ details }) => details.country),
    text('Tax number', ({ details }) => details.taxNumber),
    text('VAT ID', ({ details }) => details.vatId),
    text('VAT ID in the register', ({ row }) => row.vatState),
    ...quarters.flatMap((quarter) =>
      period(`Q${quarter + 1}`, (row) => row.months.slice(quarter * 3, quarter * 3 + 3)),
    ),
    ...period('Year', (row) => row.months),
    count('Payouts', ({ paid }) => paid.count),
    amount('Paid out', ({ paid }) => paid.amount),
    { name: 'Paid to', of: ({ paid }) => paid.account },
    ...months.map((month) => amount(`Gross in month ${month + 1}`, (row) => row.months[month]?.gross ?? 0)),
  ]
}
