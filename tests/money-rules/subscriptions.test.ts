import { expect, test } from 'vitest'
import { getUser } from '../../contract/accounts.ts'
import { completePayment } from '../../contract/purchases.ts'
import {
  cancelSubscription,
  getSubscription,
  refreshSubscription,
  resumeSubscription,
} from '../../contract/subscriptions.ts'
import { payForSubscription, upgradeToPro } from '../support/test-app/subscription-client.ts'
import { createTestApp } from '../support/test-app.ts'

test('subscription paid, page closed; renewal fails; cancel; resume', async () => {
  const w = await createTestApp()
  const [mara, jonas] = [await w.creator(), await w.creator('jonas@example.com')]

  await payForSubscription(mara)
  w.clock.advance(125_000)
  await w.runPeriodicTasks()
  const closed = (await mara.call(getUser)).body.plan
  const ending = (await mara.call(cancelSubscription)).body
  const resumed = (await mara.call(resumeSubscription)).body

  await upgradeToPro(jonas, 'renewal_fails')
  await w.sandbox.simulate.advanceClock(32)
  await w.deliverWebhooks()
  const failed = (await jonas.call(getSubscription)).body
  await w.sandbox.simulate.advanceClock(10)
  await w.deliverWebhooks()
  const over = (await jonas.call(refreshSubscription)).body

  expect(closed).toBe('pro')
  expect([ending.plan, ending.cancelAtPeriodEnd]).toEqual(['pro', true])
  expect([resumed.plan, resumed.cancelAtPeriodEnd]).toEqual(['pro', false])
  expect([failed.plan, failed.state]).toEqual(['pro', 'past_due'])
  expect([over.plan, over.state]).toEqual(['creator', 'canceled'])
})

test('plan changes between attempt and settle', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const item = await mara.publishText({ price: '10.00' })
  const fan = w.visitor()
  const before = await fan.pays(item.id)
  await upgradeToPro(mara)

  await fan.call(completePayment, { params: { paymentIntentId: before.paymentIntentId } })
  await w.visitor().purchase(item.id)

  // 800 of the sale whose checkout began at 20%, 1000 of the one that began on Pro.
  expect(await w.probe.balance(`creator_balance/${mara.id}`)).toBe(1800)
  expect(await w.probe.balance('platform_revenue')).toBe(200 + 9900)
})
