import { expect, test } from 'vitest'
import {
  completePayment,
  downloadContent,
  processRecentPurchase,
  verifyPurchase,
} from '../../../../contract/purchases.ts'
import { confirmSandboxPayment } from '../../../../contract/sandbox.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import type { FaultConfig } from '../../../adapters/sandbox/faults.ts'

const minuteMs = 60_000

async function settlementFixture(faults: Partial<FaultConfig> = {}) {
  const w = await createTestApp({ faults })
  const creator = await w.creator()
  const item = await creator.publishFile({ price: '10.00' })
  const fan = w.visitor()
  const complete = (paymentIntentId: string) => fan.call(completePayment, { params: { paymentIntentId } })
  const recent = () => fan.call(processRecentPurchase, { params: { id: item.id } })
  const expectSoldOnce = async () => {
    expect(await w.probe.purchases()).toHaveLength(1)
    expect(await w.probe.grants()).toHaveLength(1)
    expect(await w.probe.balance(`creator_balance/${creator.id}`)).toBe(800)
    expect(await w.probe.balance('platform_revenue')).toBe(200)
    expect(await w.probe.balance('cash_clearing')).toBe(-1000)
  }
  return { w, creator, item, fan, complete, recent, expectSoldOnce }
}

test('a double click on pay makes one purchase, and both return as paid', async () => {
  const { item, fan, complete, expectSoldOnce } = await settlementFixture()
  const { paymentIntentId, clientSecret } = await fan.starts(item.id)

  const clicks = await Promise.all([fan.presents('paid', clientSecret), fan.presents('paid', clientSecret)])
  await Promise.all([complete(paymentIntentId), complete(paymentIntentId)])

  expect(clicks.map(({ status }) => status)).toEqual(['redirect', 'redirect'])
  await expectSoldOnce()
})

test('two tabs with two paid checkouts make two purchases', async () => {
  const { w, fan, complete } = await settlementFixture()
  const item = await (await w.creator()).publishText({
    pricingModel: 'pay_what_you_want',
    minimumPrice: '1.00',
  })

  const one = await fan.pays(item.id, { customAmount: '5.00' })
  const other = await fan.pays(item.id, { customAmount: '7.00' })
  await complete(one.paymentIntentId)
  await complete(other.paymentIntentId)

  expect((await w.probe.purchases()).map(({ amount }) => amount).sort()).toEqual([500, 700])
  expect(await w.probe.balance('cash_clearing')).toBe(-1200)
})

test('a webhook that comes before the return page settles the sale once', async () => {
  const { w, item, fan, complete, expectSoldOnce } = await settlementFixture()
  const { paymentIntentId } = await fan.pays(item.id)

  await w.deliverWebhooks()
  await expectSoldOnce()
  await complete(paymentIntentId)

  await expectSoldOnce()
})

test('a webhook that comes after the return page changes nothing', async () => {
  const { w, item, fan, complete, expectSoldOnce } = await settlementFixture()
  const { paymentIntentId } = await fan.pays(item.id)

  await complete(paymentIntentId)
  await expectSoldOnce()
  await w.deliverWebhooks()

  await expectSoldOnce()
})

test('without webhook and return page, the sweep settles after two minutes', async () => {
  const { w, item, fan, expectSoldOnce } = await settlementFixture({ dropRate: 1 })
  await fan.pays(item.id)
  await w.deliverWebhooks()

  w.clock.advance(minuteMs)
  await w.settleDueCheckouts()
  expect(await w.probe.purchases()).toEqual([])
  w.clock.advance(minuteMs)
  await w.settleDueCheckouts()

  await expectSoldOnce()
})

test('webhooks that come twice and in any order settle the sale once', async () => {
  const { w, item, fan, expectSoldOnce } = await settlementFixture({
    duplicateRate: 1,
    shuffle: 'yes',
    seed: 5,
  })
  const { clientSecret } = await fan.starts(item.id)
  await fan.presents('declined', clientSecret)
  await fan.presents('authenticate', clientSecret)
  await fan.presents('paid', clientSecret)

  await w.deliverWebhooks()

  await expectSoldOnce()
})

test('a payment reported three times by three concurrent callers is one sale', async () => {
  const { w, item, fan, complete, recent, expectSoldOnce } = await settlementFixture({ duplicateRate: 1 })
  const { paymentIntentId } = await fan.pays(item.id)

  const answers = await Promise.all([
    complete(paymentIntentId),
    recent(),
    w.deliverWebhooks(),
    complete(paymentIntentId),
    fan.call(downloadContent, { params: { id: item.id } }),
    recent(),
  ])

  expect(answers[0]).toMatchObject({ status: 200, body: { state: 'paid' } })
  expect(answers[1]).toMatchObject({ status: 200, body: { state: 'paid' } })
  await expectSoldOnce()
})

test('a crash between the charge and our update is settled by the sweep', async () => {
  const { w, item, fan, expectSoldOnce } = await settlementFixture({ dropRate: 1 })
  await fan.pays(item.id)
  await w.probe.updateCheckouts({ providerPaymentId: null, clientSecretEncrypted: null })

  w.clock.advance(2 * minuteMs)
  await w.settleDueCheckouts()

  await expectSoldOnce()
})

test('a webhook of a payment that we had not stored finds its checkout', async () => {
  const { w, item, fan, expectSoldOnce } = await settlementFixture()
  await fan.pays(item.id)
  await w.probe.updateCheckouts({ providerPaymentId: null, clientSecretEncrypted: null })

  await w.deliverWebhooks()

  await expectSoldOnce()
})

test('a return page without payment id settles the browser’s last payment', async () => {
  const { item, fan, recent, expectSoldOnce } = await settlementFixture()
  await fan.pays(item.id)

  const answer = await recent()

  expect(answer.body).toMatchObject({ state: 'paid', purchaseId: expect.any(Number) })
  await expectSoldOnce()
})

test('another browser’s recent purchase is not found, not settled and unlocks nothing', async () => {
  const { w, item, fan } = await settlementFixture()
  await fan.pays(item.id)
  const stranger = w.visitor()

  const answer = await stranger.call(processRecentPurchase, { params: { id: item.id } })
  const file = await stranger.call(downloadContent, { params: { id: item.id } })

  expect([answer.status, file.status]).toEqual([404, 404])
  expect(await w.probe.purchases()).toEqual([])
})

test('without completion, the download settles first and delivers', async () => {
  const { item, fan, expectSoldOnce } = await settlementFixture()
  await fan.pays(item.id)

  const file = await fan.call(downloadContent, { params: { id: item.id } })

  expect(file.status).toBe(200)
  expect(file.bytes.toString()).toBe('the very bytes')
  await expectSoldOnce()
})

test('an unpaid checkout unlocks nothing', async () => {
  const { item, fan, complete } = await settlementFixture()
  const { paymentIntentId } = await fan.starts(item.id)

  const completed = await complete(paymentIntentId)
  const file = await fan.call(downloadContent, { params: { id: item.id } })
  const verified = await fan.call(verifyPurchase, {
    query: { payment_intent: paymentIntentId, content_id: item.id },
  })

  expect(completed.body).toEqual({ state: 'open', purchaseId: null })
  expect([file.status, verified.status]).toEqual([402, 402])
})

test('the card form needs the client secret', async () => {
  const { w, item, fan } = await settlementFixture()
  const { paymentIntentId } = await fan.starts(item.id)

  const answer = await w.visitor().call(confirmSandboxPayment, {
    body: {
      clientSecret: `${paymentIntentId}_secret_guessed`,
      card: 'paid',
      receiptEmail: '',
      returnUrl: '/success',
    },
  })

  expect(answer.status).toBe(404)
  expect(await w.probe.payments()).toMatchObject([{ state: 'open' }])
})
