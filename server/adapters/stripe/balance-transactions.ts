import type Stripe from 'stripe'
import type { BalanceTransactionKind } from '../../../contract/provider-balance.ts'
import type { BalanceTransaction, BalanceTransactionPage, EventRange } from '../../ports/payment-provider.ts'
import type { StripeContext } from './client.ts'
import { unwrapStripeErrors } from './errors.ts'

const pageSize = 100

/** The changes of our own account's balance since a time, newest first. */
export async function listBalanceTransactions(
  { client }: StripeContext,
  { since, after }: EventRange,
): Promise<BalanceTransactionPage> {
  const page = await unwrapStripeErrors(
    Promise.resolve(
      client.balanceTransactions.list({
        created: { gte: Math.floor(since.getTime() / 1_000) },
        limit: pageSize,
        expand: ['data.source'],
        ...(after && { starting_after: after }),
      }),
    ),
  )
  return {
    transactions: page.data.map(toTransaction),
    ...(page.has_more && { next: page.data.at(-1)?.id }),
  }
}

function toTransaction(transaction: Stripe.BalanceTransaction): BalanceTransaction {
  const { id, type, description, amount, fee, currency, created, source } = transaction
  const sourceId = sourceOf(source)
  return {
    id,
    kind: kindOf(transaction),
    type,
    description: description ?? '',
    amount,
    fee,
    currency: currency.toUpperCase(),
    ...(sourceId && { sourceId }),
    createdAt: new Date(created * 1_000),
  }
}

/** Of a charge, its payment: that is the id we know it by. */
function sourceOf(source: Stripe.BalanceTransaction['source']): string | undefined {
  if (source === null || typeof source === 'string') return source ?? undefined
  if (source.object !== 'charge') return source.id
  const { payment_intent: intent } = source
  return (typeof intent === 'string' ? intent : intent?.id) ?? source.id
}

/**
 * By Stripe's reporting categories, which group its types for accounting
 * (docs.stripe.com/reports/reporting-categories). The list is open, so an unknown one is `other`.
 */
const kindByCategory = new Map<string, BalanceTransactionKind>([
  ['charge', 'payment'],
  ['charge_failure', 'payment'],
  ['refund', 'refund'],
  ['refund_failure', 'refund'],
  ['partial_capture_reversal', 'refund'],
  ['dispute', 'dispute'],
  ['dispute_reversal', 'dispute'],
  ['transfer', 'transfer'],
  ['transfer_reversal', 'transfer'],
  ['payout', 'platform_payout'],
  ['payout_reversal', 'platform_payout'],
  ['topup', 'platform_payout'],
  ['topup_reversal', 'platform_payout'],
  ['fee', 'provider_charge'],
  ['network_cost', 'provider_charge'],
  ['tax', 'provider_charge'],
])

function kindOf({ reporting_category: category }: Stripe.BalanceTransaction): BalanceTransactionKind {
  return kindByCategory.get(category) ?? 'other'
}
