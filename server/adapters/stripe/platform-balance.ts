import type Stripe from 'stripe'
import type { PlatformBalance, PlatformPayoutSnapshot } from '../../ports/connect.ts'
import type { StripeContext } from './context.ts'
import { unwrapStripeErrors } from './errors.ts'

/** Transfers are made from the available balance in their own currency. Stripe converts no other balance for them. */
export async function getBalance({ client, currency }: StripeContext): Promise<PlatformBalance> {
  const { available, pending } = await unwrapStripeErrors(client.balance.retrieve())
  const code = currency.toLowerCase()
  const amountIn = (sums: Array<{ currency: string; amount: number }>) =>
    sums.find((sum) => sum.currency === code)?.amount ?? 0
  return {
    available: amountIn(available),
    pending: amountIn(pending),
    otherCurrencies: available
      .filter((sum) => sum.currency !== code && sum.amount > 0)
      .map((sum) => sum.currency.toUpperCase()),
  }
}

export async function getPlatformPayout(
  { client }: StripeContext,
  payoutId: string,
): Promise<PlatformPayoutSnapshot> {
  const payout = await unwrapStripeErrors(client.payouts.retrieve(payoutId))
  const { id, amount, currency, status, failure_code: code, failure_message: message } = payout
  const failure = code ? { code, message: message ?? 'The bank gave no reason.' } : undefined
  return {
    payoutId: id,
    amount,
    currency: currency.toUpperCase(),
    state: payoutState(status),
    ...(failure && { failure }),
  }
}

function payoutState(status: Stripe.Payout['status']): PlatformPayoutSnapshot['state'] {
  switch (status) {
    case 'paid':
    case 'failed':
      return status
    // A person at Stripe canceled it, so nothing failed.
    case 'canceled':
    case 'in_transit':
    case 'pending':
      return 'pending'
    default:
      return 'unknown'
  }
}
