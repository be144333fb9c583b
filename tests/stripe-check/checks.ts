import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { requestRefund } from '../../contract/access.ts'
import { processPayouts } from '../../contract/admin-payouts.ts'
import { getPayoutRun } from '../../contract/payout-runs.ts'
import { getConnectStatus, setPayoutCountry, startConnectOnboarding } from '../../contract/payouts.ts'
import { completePayment, getAccess, verifyPurchase } from '../../contract/purchases.ts'
import { createSubscription } from '../../contract/subscriptions.ts'
import { subscriptions, users } from '../../server/db/schema/index.ts'
import { settlePurchase } from '../../server/features/buying/settlement/settle-purchase.ts'
import { syncConnectAccount } from '../../server/features/money/payout-methods/connect.ts'
import { syncSubscription } from '../../server/features/money/subscriptions/sync.ts'
import { type Card, type StripeBackend, waitFor } from './backends.ts'
import { openProduct } from './product.ts'

const timeout = 180_000

/** The product on Stripe, journey by journey. Each has an instance of its own. */
export function productChecks(name: string, open: () => Promise<StripeBackend>, tags: Array<'long'>) {
  const check = (title: string, run: (backend: StripeBackend) => Promise<void>) =>
    test(`${name}: ${title}`, { timeout, tags }, async () => {
      const backend = await open()
      await run(backend).finally(() => backend.close())
    })

  check('a creator signs up and sells, and the signed webhook alone delivers once', async (backend) => {
    const { product, paymentId } = await startSale(backend, { price: '10.00', card: 'paid' })
    const event = await backend.paidEvent(paymentId)

    const statuses = [await product.deliver(event), await product.deliver(event)]

    expect(statuses).toEqual([200, 200])
    expect(await product.w.probe.purchases()).toMatchObject([{ amount: 1_000, platformFeeAmount: 200 }])
    expect(await product.deliver({ ...event, livemode: true })).toBe(400)
  })

  check('a buyer is refunded in full, and loses access', async (backend) => {
    const { product, paymentId, item } = await startSale(backend, { price: '10.00', card: 'paid' })
    await product.fan.call(completePayment, { params: { paymentIntentId: paymentId } })
    const query = { payment_intent: paymentId, content_id: item.id }
    const { accessUrl } = (await product.fan.call(verifyPurchase, { query })).body
    const token = String(accessUrl).split('/').at(-1)

    const refund = await product.fan.call(requestRefund, { params: { token }, body: { reason: 'A check' } })

    expect(refund.body).toMatchObject({ state: expect.stringMatching(/^(refunded|processing)$/) })
    await waitFor('the refund', async () => {
      await settlePurchase(product.w.ports, paymentId)
      const [purchase] = await product.w.probe.purchases()
      return purchase?.refundedAmount === 1_000 || undefined
    })
    expect((await product.fan.call(getAccess, { params: { token } })).status).toBe(403)
  })

  check('the card with a dispute takes the money back and revokes access', async (backend) => {
    const { product, paymentId } = await startSale(backend, { price: '10.00', card: 'disputed' })
    await waitFor('the dispute', async () => {
      await settlePurchase(product.w.ports, paymentId)
      const [purchase] = await product.w.probe.purchases()
      return (purchase?.disputedAmount ?? 0) > 0 || undefined
    })

    expect(await product.w.probe.sum()).toBe(0)
  })

  check('a connected account is created with its country, and its onboarding link opens', async (backend) => {
    const product = await openProduct(backend)
    const mara = await product.w.signsIn(product.mara, 'mara@example.com')
    await mara.call(setPayoutCountry, { body: { country: 'DE' } })

    const { headers } = await mara.call(startConnectOnboarding, { params: { provider: 'stripe' } })

    expect(String(headers.location)).toMatch(/^https:\/\//)
    expect((await mara.call(getConnectStatus)).body).toMatchObject({
      details_submitted: false,
      payouts_enabled: false,
      country: 'DE',
      hasTransfers: true,
    })
  })

  check('a payout is transferred to an onboarded account', async (backend) => {
    const { product, mara, paymentId } = await startSale(backend, { price: '100.00', card: 'adds_funds' })
    const { w, connect } = product
    await settlePurchase(w.ports, paymentId)
    const request = { userId: mara.id, email: 'mara@example.com', country: 'US' }
    const created = await connect.createAccount(request, `acct:check:${paymentId}`)
    const accountId = await backend.finishOnboarding(created.accountId)
    if (!accountId) throw new Error('Set STRIPE_TEST_ACCOUNT=acct_… to a US account that has been onboarded.')
    await w.db.update(users).set({ providerAccountId: accountId }).where(eq(users.id, mara.id))
    await syncConnectAccount(w.ports, accountId)
    const now = w.clock.now()
    const admin = await w.signsIn(product.admin, 'admin@example.com')

    const body = { month: now.getUTCMonth() + 1, year: now.getUTCFullYear() }
    const started = await admin.call(processPayouts, { body })
    await w.runPayoutJobs()

    const run = await admin.call(getPayoutRun, { params: { id: started.body.id } })
    expect(run.body).toMatchObject({ state: 'completed', paidCount: 1, manualCount: 0 })
    expect(await w.probe.balance(`payouts_payable/${mara.id}`)).toBe(0)
  })

  check('a transfer over the balance waits, and its key repeats the answer', async (backend) => {
    const product = await openProduct(backend)
    const { connect } = product
    const request = { userId: '1', email: 'mara@example.com', country: 'US' }
    const created = await connect.createAccount(request, `acct:check:${Date.now()}`)
    const accountId = await backend.finishOnboarding(created.accountId)
    if (!accountId) throw new Error('Set STRIPE_TEST_ACCOUNT=acct_… to a US account that has been onboarded.')
    const order = { payoutId: '1', runId: '1', accountId, amount: 99_999_999, currency: 'USD' }
    const key = `transfer:check:${Date.now()}`
    const send = () => connect.createTransfer(order, key).catch((error: unknown) => error)

    const deferred = { name: 'TransferDeferredError', reason: 'balance_insufficient' }
    expect([await send(), await send()]).toMatchObject([deferred, deferred])
    expect(await connect.getBalance()).toMatchObject({ available: expect.any(Number) })
  })

  check('Pro starts with its first payment and is renewed after a month', async (backend) => {
    const product = await openProduct(backend, { proPrice: await backend.createProPrice() })
    const { w } = product
    const mara = await w.signsIn(product.mara, 'mara@example.com')
    const customer = await backend.createCustomer({ id: mara.id, email: 'mara@example.com' })
    await w.db.update(users).set({ providerCustomerId: customer }).where(eq(users.id, mara.id))
    const { clientSecret } = (await mara.call(createSubscription)).body
    const [{ providerSubscriptionId: id } = { providerSubscriptionId: null }] = await w.db
      .select()
      .from(subscriptions)
    if (!id) throw new Error('The subscription was not stored')

    await backend.paySubscription({ id, clientSecret })
    const first = await readPeriodEnd(product, id)
    await backend.renew(id)
    const renewed = await waitFor('the renewal', async () => {
      const end = await readPeriodEnd(product, id)
      return end > first ? end : undefined
    })

    expect(renewed.getTime()).toBeGreaterThan(first.getTime())
    expect(await w.probe.sum()).toBe(0)
  })
}

/** A new creator's item, and a payment for it. */
async function startSale(backend: StripeBackend, { price, card }: { price: string; card: Card }) {
  const product = await openProduct(backend)
  const mara = await product.w.signsIn(product.mara, 'mara@example.com')
  const item = await mara.publishText({ price })
  const { paymentIntentId: paymentId } = await product.fan.starts(item.id)
  await backend.pay(paymentId, card)
  return { product, mara, item, paymentId }
}

async function readPeriodEnd({ w }: Awaited<ReturnType<typeof openProduct>>, id: string): Promise<Date> {
  return waitFor('an active subscription', async () => {
    await syncSubscription(w.ports, id)
    const [row] = await w.db.select().from(subscriptions)
    return row?.state === 'active' ? (row.currentPeriodEnd ?? undefined) : undefined
  })
}
