import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { Currency, DecimalString } from './money.ts'
import { defineRoute } from './route.ts'
import { list, Timestamp } from './schemas.ts'

/** What changes the balance at the card provider. */
export const balanceTransactionKinds = [
  'payment',
  'refund',
  'dispute',
  'transfer',
  'platform_payout',
  'provider_charge',
  'other',
] as const
export type BalanceTransactionKind = (typeof balanceTransactionKinds)[number]

/** The lines of the comparison. `fee` is in payments and beside them; `elsewhere` is paid to creators without the provider. */
export const balanceLines = [
  'opening',
  'payment',
  'refund',
  'dispute',
  'fee',
  'transfer',
  'elsewhere',
  'platform_payout',
  'other',
  'closing',
] as const
export type BalanceLine = (typeof balanceLines)[number]

const BalanceMonth = z.object({
  month: z.coerce.number().check(z.int(), z.gte(1), z.lte(12)),
  year: z.coerce.number().check(z.int(), z.gte(limits.adminYears.first), z.lte(limits.adminYears.last)),
})

export const getProviderBalance = defineRoute({
  method: 'GET',
  path: '/api/admin/provider-balance',
  auth: 'admin',
  summary:
    'Compares the balance at the card provider with the books for a month of the site’s clock, line by line: what the provider has, what the ledger has, and the difference.',
  query: BalanceMonth,
  response: z.object({
    currency: Currency,
    lines: z.array(
      z.object({
        line: z.enum(balanceLines),
        /** Null where there is nothing to compare with. */
        provider: DecimalString,
        ledger: DecimalString,
        difference: DecimalString,
      }),
    ),
    /** What the provider has and the books don’t know: other business of the same account, or a sale that wasn’t recorded. */
    unmatched: list(
      z.object({
        id: z.string(),
        at: Timestamp,
        type: z.string(),
        description: z.string(),
        amount: DecimalString,
      }),
      limits.maxListed.balanceTransactions,
    ),
    /** Up to when transactions were read; null before the first time. */
    readUntil: z.nullable(Timestamp),
    /** Other currencies of the provider’s balance in this month, which are not compared. */
    otherCurrencies: z.array(Currency),
  }),
})

export const getProviderBalanceFile = defineRoute({
  method: 'GET',
  path: '/api/admin/provider-balance-file',
  auth: 'admin',
  transport: 'file',
  summary: 'Returns every transaction of the month at the card provider as CSV.',
  query: BalanceMonth,
})
