import { expect, test } from 'vitest'
import { type BalanceTransaction, insert } from '../../../tests/support/fake-stripe/store.ts'
import { openStripe } from '../../../tests/support/fake-stripe/stripe-fixture.ts'

test('changes of the balance are read by Stripe’s reporting categories, with the payment of a charge', async () => {
  const { provider, store, now, requests } = await openStripe()
  const created = Math.floor(now.getTime() / 1_000)
  const transaction = { object: 'balance_transaction', currency: 'usd', fee: 0, created } as const
  const stored: Array<Omit<BalanceTransaction, keyof typeof transaction> & { fee?: number }> = [
    {
      id: 'txn_1',
      amount: 1_000,
      fee: 59,
      type: 'charge',
      reporting_category: 'charge',
      source: { id: 'ch_1', object: 'charge', payment_intent: 'pi_1' },
    },
    { id: 'txn_2', amount: -1_000, type: 'refund', reporting_category: 'refund', source: 're_1' },
    { id: 'txn_3', amount: -500, fee: 1_500, type: 'adjustment', reporting_category: 'dispute' },
    { id: 'txn_4', amount: -200, type: 'stripe_fee', reporting_category: 'fee', description: 'Connect' },
    { id: 'txn_5', amount: -900, type: 'payout', reporting_category: 'payout', source: 'po_1' },
    { id: 'txn_6', amount: 70, type: 'reserve_release', reporting_category: 'risk_reserved_funds' },
  ]
  for (const each of stored) insert(store.balanceTransactions, { ...transaction, ...each })
  insert(store.balanceTransactions, { ...transaction, id: 'txn_old', amount: 1, created: created - 60 })

  const { transactions, next } = await provider.listBalanceTransactions({ since: now })

  expect(
    transactions.map(({ id, kind, amount, fee, sourceId }) => [id, kind, amount, fee, sourceId]),
  ).toEqual([
    ['txn_6', 'other', 70, 0, undefined],
    ['txn_5', 'platform_payout', -900, 0, 'po_1'],
    ['txn_4', 'provider_charge', -200, 0, undefined],
    ['txn_3', 'dispute', -500, 1_500, undefined],
    ['txn_2', 'refund', -1_000, 0, 're_1'],
    ['txn_1', 'payment', 1_000, 59, 'pi_1'],
  ])
  expect(transactions[2]).toMatchObject({ type: 'stripe_fee', description: 'Connect', currency: 'USD' })
  expect(next).toBeUndefined()
  expect(requests.at(-1)?.method).toBe('GET')
})
