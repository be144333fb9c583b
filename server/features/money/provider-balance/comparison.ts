import { and, asc, eq, gte, isNull, lt, max, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { limits } from '../../../../contract/limits.ts'
import { formatDecimal, type MinorUnits } from '../../../../contract/money.ts'
import type * as contract from '../../../../contract/provider-balance.ts'
import { type BalanceLine, balanceLines } from '../../../../contract/provider-balance.ts'
import { startOfDayIn, utcDay } from '../../../../domain/dates.ts'
import { rowsByKey } from '../../../db/pages-by-key.ts'
import {
  providerBalanceTransactions as balanceTransactions,
  checkouts,
  invoices,
} from '../../../db/schema/index.ts'
import { type Column, csvStream } from '../../../http/csv.ts'
import type { StreamedFile } from '../../../http/file-response.ts'
import type { Ports } from '../../../ports/index.ts'

type Month = { year: number; month: number }
type Range = { from: Date; to: Date }
type Sums = Partial<Record<BalanceLine, MinorUnits>>

/**
 * The balance at the card provider beside the books, for a month of the site's clock. Both begin with what was there before the
 * month, and each line is a change. What is paid at the end of a month and booked in the next one is a difference of both.
 */
export async function getProviderBalance(
  ports: Ports,
  month: Month,
): Promise<z.input<typeof contract.getProviderBalance.response>> {
  const { currency } = ports.config
  const range = rangeOf(ports, month)
  const [provider, ledger] = [await providerSums(ports, range), await ledgerSums(ports, range)]
  const money = (amount: MinorUnits) => formatDecimal(amount, currency)
  return {
    currency,
    lines: balanceLines.map((line) => {
      const [there, here] = [provider[line] ?? 0, ledger[line] ?? 0]
      return { line, provider: money(there), ledger: money(here), difference: money(there - here) }
    }),
    unmatched: (await selectUnmatched(ports, range)).map(({ at, amount, ...row }) => ({
      ...row,
      at: at.toISOString(),
      amount: money(amount),
    })),
    readUntil: await findReadUntil(ports),
    otherCurrencies: await selectOtherCurrencies(ports, range),
  }
}

/** The sums of the provider's transactions in the instance's currency. Fees are a line of their own. */
async function providerSums({ db, config, paymentProvider }: Ports, { from, to }: Range): Promise<Sums> {
  const { rows } = await db.execute<{ line: BalanceLine; amount: string; fees: string }>(sql`
    select case when created_at < ${from} then 'opening' when kind = 'provider_charge' then 'fee' else kind end as line,
      sum(amount) as amount, sum(fee_amount) as fees
    from ${balanceTransactions}
    where provider = ${paymentProvider.id} and currency = ${config.currency} and created_at < ${to}
    group by 1`)
  const sums: Sums = {}
  for (const { line, amount, fees } of rows) {
    const feeLine = line === 'opening' ? 'opening' : 'fee'
    sums[line] = (sums[line] ?? 0) + Number(amount)
    sums[feeLine] = (sums[feeLine] ?? 0) - Number(fees)
  }
  return withClosing(sums)
}

/** The same from the ledger: what is outside the platform, less the provider's fees, is what should be there. */
async function ledgerSums({ db, config }: Ports, { from, to }: Range): Promise<Sums> {
  const { rows } = await db.execute<{ line: BalanceLine; amount: string }>(sql`
    with entries as (
      select e.kind, e.account, -e.amount as amount, e.created_at, p.method
      from ledger_entries e
      left join payouts p on e.kind in ('payout_paid', 'payout_return') and e.reference = 'payout/' || p.id
      where e.account in ('cash_clearing', 'processing_fees') and e.currency = ${config.currency} and e.created_at < ${to}
    )
    select case
        when account = 'cash_clearing' and kind in ('payout_paid', 'payout_return') and method <> 'transfer' and created_at >= ${from} then 'elsewhere'
        when created_at < ${from} then 'opening'
        when account = 'processing_fees' then 'fee'
        when kind in ('payout_paid', 'payout_return') then 'transfer'
        when kind = 'platform_payout' then 'platform_payout'
        when kind like '%refund%' then 'refund'
        when kind like '%dispute%' then 'dispute'
        else 'payment'
      end as line, sum(amount) as amount
    from entries group by 1`)
  return withClosing(Object.fromEntries(rows.map(({ line, amount }) => [line, Number(amount)])))
}

function withClosing(sums: Sums): Sums {
  const closing = balanceLines.reduce(
    (total, line) => total + (line === 'closing' ? 0 : (sums[line] ?? 0)),
    0,
  )
  return { ...sums, closing }
}

/** What no sale or payment of Pro belongs to. */
function selectUnmatched({ db, config, paymentProvider }: Ports, { from, to }: Range) {
  const { transactionId: id, createdAt: at, type, description, amount } = balanceTransactions
  const { kind, provider, currency, sourceId } = balanceTransactions
  return db
    .select({ id, at, type, description, amount })
    .from(balanceTransactions)
    .leftJoin(checkouts, and(eq(checkouts.provider, provider), eq(checkouts.providerPaymentId, sourceId)))
    .leftJoin(invoices, and(eq(invoices.provider, provider), eq(invoices.providerPaymentId, sourceId)))
    .where(
      and(
        eq(provider, paymentProvider.id),
        eq(currency, config.currency),
        gte(at, from),
        lt(at, to),
        sql`${kind} in ('payment', 'other')`,
        isNull(checkouts.id),
        isNull(invoices.id),
      ),
    )
    .orderBy(asc(at), asc(id))
    .limit(limits.maxListed.balanceTransactions)
}

async function findReadUntil({ db, paymentProvider }: Ports): Promise<string | null> {
  const [row] = await db
    .select({ at: max(balanceTransactions.createdAt) })
    .from(balanceTransactions)
    .where(eq(balanceTransactions.provider, paymentProvider.id))
  return row?.at?.toISOString() ?? null
}

async function selectOtherCurrencies({ db, config }: Ports, { from, to }: Range): Promise<Array<string>> {
  const { currency, createdAt } = balanceTransactions
  const rows = await db
    .selectDistinct({ currency })
    .from(balanceTransactions)
    .where(and(ne(currency, config.currency), gte(createdAt, from), lt(createdAt, to)))
    .orderBy(currency)
  return rows.map((row) => row.currency)
}

type TransactionRow = typeof balanceTransactions.$inferSelect

const columns: ReadonlyArray<Column<TransactionRow>> = [
  { name: 'Transaction', of: ({ transactionId }) => transactionId },
  { name: 'Time (UTC)', of: ({ createdAt }) => createdAt.toISOString() },
  { name: 'Kind', of: ({ kind }) => kind },
  { name: 'Type at the provider', of: ({ type }) => type },
  { name: 'Description', of: ({ description }) => description },
  { name: 'About', of: ({ sourceId }) => sourceId ?? '' },
  { name: 'Amount', of: ({ amount, currency }) => formatDecimal(amount, currency), isNumeric: true },
  { name: 'Fee', of: ({ feeAmount, currency }) => formatDecimal(feeAmount, currency), isNumeric: true },
  {
    name: 'Net',
    of: ({ amount, feeAmount, currency }) => formatDecimal(amount - feeAmount, currency),
    isNumeric: true,
  },
  { name: 'Currency', of: ({ currency }) => currency },
]

const pageSize = 1_000

/** Every transaction of a month at the provider, in all currencies. */
export async function providerBalanceCsv(ports: Ports, month: Month): Promise<StreamedFile> {
  const { from, to } = rangeOf(ports, month)
  const { createdAt, transactionId, provider } = balanceTransactions
  const rows = rowsByKey(
    (after: TransactionRow | undefined, limit) =>
      ports.db
        .select()
        .from(balanceTransactions)
        .where(
          and(
            eq(provider, ports.paymentProvider.id),
            gte(createdAt, from),
            lt(createdAt, to),
            after && sql`(${createdAt}, ${transactionId}) > (${after.createdAt}, ${after.transactionId})`,
          ),
        )
        .orderBy(asc(createdAt), asc(transactionId))
        .limit(limit),
    { keyOf: (row) => row, pageSize },
  )
  return {
    name: `balance-${month.year}-${String(month.month).padStart(2, '0')}.csv`,
    type: 'text/csv; charset=utf-8',
    createStream: () => csvStream(columns, rows, undefined, 'spreadsheet'),
  }
}

function rangeOf({ settings }: Ports, { year, month }: Month): Range {
  const { timeZone } = settings.current()
  const firstDay = (index: number) => utcDay(new Date(Date.UTC(year, index)))
  return {
    from: startOfDayIn(firstDay(month - 1), timeZone),
    to: startOfDayIn(firstDay(month), timeZone),
  }
}
