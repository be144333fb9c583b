import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { processRecentPurchase } from '../../contract/purchases.ts'
import { files } from '../../server/db/schema/index.ts'
import { checkoutFixture, saleAmounts, zeroAmounts } from '../support/checkout-fixture.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

describe('webhook before the return / after it / never / three times / in the wrong order', () => {
  type Shop = Awaited<ReturnType<typeof checkoutFixture>>
  const notifications: Array<[when: string, notify: (shop: Shop, id: string) => Promise<unknown>]> = [
    [
      'before the return',
      async ({ w, complete }, id) => {
        await w.deliverWebhooks()
        await complete(id)
      },
    ],
    [
      'after it',
      async ({ w, complete }, id) => {
        await complete(id)
        await w.deliverWebhooks()
      },
    ],
    [
      'never',
      async ({ w }) => {
        w.clock.advance(2 * minuteMs)
        await w.settleDueCheckouts()
      },
    ],
    [
      'three times',
      async ({ w }, id) => {
        await w.deliverWebhooks()
        for (let i = 0; i < 2; i++) {
          await w.sandbox.simulate.resendWebhooks(id, 'original')
          await w.deliverWebhooks()
        }
      },
    ],
    [
      'in the wrong order',
      async ({ w }, id) => {
        await w.sandbox.simulate.resendWebhooks(id, 'reverse')
        w.clock.advance(1_000)
        await w.deliverWebhooks()
      },
    ],
  ]
  test.each(notifications)('%s: one purchase', async (_, notify) => {
    const shop = await checkoutFixture()
    const { clientSecret, paymentIntentId } = await shop.fan.starts(shop.item.id)
    await shop.fan.presents('declined', clientSecret)
    await shop.fan.presents('paid', clientSecret)

    await notify(shop, paymentIntentId)

    expect(await shop.w.probe.purchases()).toHaveLength(1)
    expect(await shop.w.probe.grants()).toHaveLength(1)
    expect(await shop.ledgerBalances()).toEqual(saleAmounts)
    expect((await shop.emailSubjects()).filter((subject) => subject.endsWith(' is yours'))).toHaveLength(1)
  })
})

test('the completion call fails', async () => {
  const { w, item, fan, download, ledgerBalances } = await checkoutFixture()
  const { clientSecret } = await fan.starts(item.id)
  await fan.presents('slow', clientSecret)

  const early = await download()
  w.clock.advance(10_000)
  const settles = await download()

  expect([early.status, early.body]).toMatchObject([402, { code: 'payment_pending' }])
  expect(settles.bytes.toString()).toBe('the very bytes')
  expect(await ledgerBalances()).toEqual(saleAmounts)
})

test('process-recent-purchase from another browser', async () => {
  const { w, item, fan, ledgerBalances } = await checkoutFixture()
  await fan.pays(item.id)

  const answer = await w.visitor().call(processRecentPurchase, { params: { id: item.id } })

  expect(answer.status).toBe(404)
  expect(await w.probe.grants()).toEqual([])
  expect(await ledgerBalances()).toEqual(zeroAmounts)
})

test('crash after the provider created, before we stored its id', async () => {
  const { w, item, fan } = await checkoutFixture()
  const before = await fan.starts(item.id)
  await w.probe.updateCheckouts({ providerPaymentId: null, clientSecretEncrypted: null })

  const after = await fan.starts(item.id)

  expect(after).toEqual(before)
  expect(await w.probe.payments()).toHaveLength(1)
})

test('crash between charge and record', async () => {
  const { w, item, fan, download, ledgerBalances } = await checkoutFixture({ faults: { dropRate: 1 } })
  await fan.pays(item.id)
  w.clock.advance(2 * minuteMs)

  await w.settleDueCheckouts()

  expect((await download()).status).toBe(200)
  expect(await ledgerBalances()).toEqual(saleAmounts)
})

describe('paid after we expired the attempt', () => {
  test('the late payment settles', async () => {
    const { w, item, fan, download, ledgerBalances } = await checkoutFixture({ faults: { dropRate: 1 } })
    const { clientSecret } = await fan.starts(item.id)
    w.clock.advance(dayMs + minuteMs)
    await fan.presents('paid', clientSecret)

    await w.settleDueCheckouts()

    expect((await download()).status).toBe(200)
    expect(await ledgerBalances()).toEqual(saleAmounts)
  })

  test('an undeliverable item is refunded in full, with an email', async () => {
    const { w, item, fan, ledgerBalances, emailSubjects } = await checkoutFixture({ faults: { dropRate: 1 } })
    await w.runPeriodicTasks()
    const { clientSecret } = await fan.starts(item.id)
    w.clock.advance(dayMs + minuteMs)
    await fan.presents('paid', clientSecret)
    const [file] = await w.db.select().from(files)
    await rm(join(w.dataDir, 'files', file?.key ?? ''))

    for (let round = 0; round < 4; round++) {
      await w.runPeriodicTasks()
      w.clock.advance(25_000)
    }

    expect(await ledgerBalances()).toEqual(zeroAmounts)
    expect(await w.probe.purchases()).toMatchObject([{ amount: 1000, refundedAmount: 1000 }])
    expect(await emailSubjects()).toContain('Refunded $10.00: we couldn’t deliver Harbour loops')
  })
})

test('abandoned intents', async () => {
  const { w, item, fan, ledgerBalances } = await checkoutFixture({ faults: { dropRate: 1 } })
  const abandoned = await fan.starts(item.id)
  const late = w.visitor()
  const paid = await late.starts(item.id)
  w.clock.advance(dayMs + minuteMs)
  await late.presents('paid', paid.clientSecret)

  await w.settleDueCheckouts()

  expect(await w.sandbox.getPayment(abandoned.paymentIntentId)).toMatchObject({ state: 'canceled' })
  expect(await w.probe.purchases()).toHaveLength(1)
  expect(await ledgerBalances()).toEqual(saleAmounts)
})

describe('signed event or snapshot whose amount, currency, mode, account or content differs from the attempt', () => {
  test.each([
    ['amount', { amount: 1 }],
    ['currency', { currency: 'EUR' }],
    ['content', { contentId: 4_711 }],
    ['checkout', { checkoutId: '4711' }],
  ])('another %s: no grant, state `quarantined`, alert', async (_, values) => {
    const { w, item, fan, alerts, ledgerBalances, download } = await checkoutFixture()
    const { paymentIntentId } = await fan.pays(item.id)
    await w.probe.updateProviderPayment(paymentIntentId, values)

    await w.deliverWebhooks()

    expect(await w.probe.checkouts()).toMatchObject([{ state: 'quarantined' }])
    expect([await w.probe.grants(), await ledgerBalances()]).toEqual([[], zeroAmounts])
    expect(await alerts()).toEqual(['payment-mismatch'])
    expect((await download()).status).toBe(404)
  })

  test('another mode: no grant, alert', async () => {
    const { w, item, fan, alerts, ledgerBalances } = await checkoutFixture()
    await fan.pays(item.id)
    await w.probe.updateCheckouts({ mode: 'live' })

    await w.deliverWebhooks()

    expect([await w.probe.grants(), await ledgerBalances()]).toEqual([[], zeroAmounts])
    expect(await alerts()).toEqual(['payment-mismatch'])
  })
})

test('unknown state from the provider', async () => {
  const { w, item, fan, complete, alerts, ledgerBalances, download } = await checkoutFixture()
  const { paymentIntentId } = await fan.pays(item.id)
  const { paymentProvider } = w.ports
  const read = paymentProvider.getPayment.bind(paymentProvider)
  paymentProvider.getPayment = async (id) => ({ ...(await read(id)), state: 'unknown' })

  const unknown = await complete(paymentIntentId)
  const granted = await w.probe.grants()
  paymentProvider.getPayment = read
  await complete(paymentIntentId)
  paymentProvider.getPayment = async (id) => ({ ...(await read(id)), state: 'unknown' })
  await complete(paymentIntentId)

  expect([unknown.body.state, granted]).toEqual(['unknown', []])
  expect((await download()).status).toBe(200)
  expect(await ledgerBalances()).toEqual(saleAmounts)
  expect(await alerts()).toEqual(['unknown-state'])
})
