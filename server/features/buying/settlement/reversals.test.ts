import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DisputeAction } from '../../../../contract/sandbox.ts'
import { differences } from '../../../../tests/support/check-ledger.ts'
import { isLongRun } from '../../../../tests/support/long-run.ts'
import { type CreatorClient, createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { settlePurchase } from './settle-purchase.ts'

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ refund: fc.double({ min: 0.01, max: 1, noNaN: true }) }) },
  { weight: 2, arbitrary: fc.record({ failedRefund: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ dispute: fc.constantFrom('inquire', 'open', 'win', 'lose') }) },
  {
    weight: 3,
    arbitrary: fc.record({ notification: fc.constantFrom('webhooks', 'again', 'reversed', 'settled') }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const price = fc.constantFrom('0.01', '0.07', '9.99', '10.00', '199.99')

test('after any refunds, returns, disputes and missed webhooks, the ledger equals the provider’s state', {
  tags: ['scaled'],
  timeout: 300_000,
}, async () => {
  const w = await createTestApp({ faults: { duplicateRate: 0.3, dropRate: 0.3, shuffle: 'yes' } })
  const creator = await w.creator()
  await fc.assert(
    fc.asyncProperty(
      price,
      fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }),
      async (amount, steps) => {
        const sale = await saleFixture(w, creator, amount)

        for (const one of steps) {
          await applyEvent(sale, one).catch(ignoreAppError)
          await expectBalanced(sale)
        }
        await Promise.all([settlePurchase(w.ports, sale.paymentId), w.deliverWebhooks()])
        await expectLedger(sale)

        await undoAllReversals(sale)
        await expectNoReversals(sale)
      },
    ),
    { numRuns: isLongRun ? 40 : 4 },
  )
})

type Sale = Awaited<ReturnType<typeof saleFixture>>

/** A sale, and its effect on the accounts in minor units. */
async function saleFixture(w: TestApp, creator: CreatorClient, price: string) {
  const accounts = ['cash_clearing', `creator_balance/${creator.id}`, 'platform_revenue'] as const
  const balances = () => Promise.all(accounts.map((account) => w.probe.balance(account)))
  const before = await balances()
  const item = await creator.publishText({ price })
  const { paymentIntentId: paymentId, purchaseId } = await w.visitor().purchase(item.id)
  const purchase = async () =>
    (await w.probe.purchases()).find(({ orderNumber }) => orderNumber === purchaseId)
  return {
    w,
    paymentId,
    purchase,
    async grant() {
      const { id } = (await purchase()) ?? {}
      return (await w.probe.grants()).find((grant) => grant.purchaseId === id)
    },
    async balanceChanges(): Promise<{ outside: number; creator: number; platform: number }> {
      const [outside = 0, creatorChange = 0, platform = 0] = (await balances()).map(
        (balance, index) => balance - (before[index] ?? 0),
      )
      return { outside, creator: creatorChange, platform }
    },
  }
}

async function applyEvent(sale: Sale, one: Step): Promise<void> {
  const { w, paymentId } = sale
  const { simulate } = w.sandbox
  if ('refund' in one) {
    const row = (await simulate.payments()).payments.find(({ id }) => id === paymentId)
    const part = Math.ceil(Number(row?.refundableAmount ?? 0) * one.refund * 100)
    await simulate.refund(paymentId, (part / 100).toFixed(2))
  }
  if ('failedRefund' in one) {
    const { refunds } = await w.sandbox.getPayment(paymentId)
    await simulate.failRefund(refunds[one.failedRefund % Math.max(refunds.length, 1)]?.refundId ?? '')
  }
  if ('dispute' in one) await simulate.dispute(paymentId, one.dispute as DisputeAction)
  if ('notification' in one) await deliverNotification(sale, one.notification)
}

async function deliverNotification({ w, paymentId }: Sale, notification: string): Promise<void> {
  if (notification === 'again') await w.sandbox.simulate.resendWebhooks(paymentId, 'original')
  if (notification === 'reversed') await w.sandbox.simulate.resendWebhooks(paymentId, 'reverse')
  if (notification !== 'settled') await w.deliverWebhooks()
  else await Promise.all([1, 2, 3].map(() => settlePurchase(w.ports, paymentId)))
}

/** A step that the bank rejects is skipped. */
function ignoreAppError(error: unknown): void {
  if (!(error instanceof Error) || error.name !== 'AppError') throw error
}

async function expectBalanced({ w, balanceChanges }: Sale): Promise<void> {
  expect(await w.probe.sum()).toBe(0)
  expect(await differences(w, 'Stored totals match the sum of their entries')).toEqual([])
  const { outside, creator, platform } = await balanceChanges()
  expect(Math.min(-outside, creator, platform)).toBeGreaterThanOrEqual(0)
}

/** The expected rules: refunds come first, an open or lost dispute holds the rest, a fifth of what remains is the fee. */
async function expectLedger({ w, paymentId, balanceChanges, purchase, grant }: Sale): Promise<void> {
  const { amount, refunds, dispute } = await w.sandbox.getPayment(paymentId)
  const succeeded = refunds.filter(({ state }) => state === 'succeeded')
  const refunded = succeeded.reduce((total, one) => total + one.amount, 0)
  const isDisputed = dispute?.state === 'open' || dispute?.state === 'lost'
  const returned = isDisputed ? amount : refunded
  const fee = Math.floor((amount * 20) / 100)
  const platform = returned === amount ? 0 : fee - Math.floor((fee * returned) / amount)

  expect(await balanceChanges()).toEqual({
    outside: returned - amount,
    creator: amount - returned - platform,
    platform,
  })
  expect(await purchase()).toMatchObject({
    refundedAmount: refunded,
    disputedAmount: isDisputed ? amount - refunded : 0,
  })
  if (isDisputed || refunded === amount) expect((await grant())?.revokedAt).not.toBeNull()
}

async function undoAllReversals({ w, paymentId }: Sale): Promise<void> {
  const { refunds, dispute } = await w.sandbox.getPayment(paymentId)
  for (const { refundId, state } of refunds) {
    if (state === 'succeeded') await w.sandbox.simulate.failRefund(refundId)
  }
  if (dispute && dispute.state !== 'won') await w.sandbox.simulate.dispute(paymentId, 'win')
  await settlePurchase(w.ports, paymentId)
}

async function expectNoReversals(sale: Sale): Promise<void> {
  const { amount } = await sale.w.sandbox.getPayment(sale.paymentId)
  const fee = Math.floor((amount * 20) / 100)

  expect(await sale.balanceChanges()).toEqual({ outside: -amount, creator: amount - fee, platform: fee })
  expect(await sale.purchase()).toMatchObject({
    refundedAmount: 0,
    disputedAmount: 0,
    platformFeeRefundedAmount: 0,
  })
  await expectBalanced(sale)
}
