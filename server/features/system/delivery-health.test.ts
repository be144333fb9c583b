import { expect, test } from 'vitest'
import { completePayment } from '../../../contract/purchases.ts'
import { getDeliveryHealth } from '../../../contract/system.ts'
import { world } from '../../../tests/world.ts'

test('nothing is late on a healthy instance, and the last sweep is told', async () => {
  const w = await world()
  await w.sweepAll()

  const { body } = await w.visitor().call(getDeliveryHealth)

  expect(body).toEqual({
    status: 'ok',
    oldestUndeliveredSeconds: null,
    lastSweepAt: '2026-03-01T12:00:00.000Z',
  })
})

test('an access mail that does not go out is late after two minutes', async () => {
  const w = await world()
  const creator = await w.creator()
  const item = await creator.publishesText()
  const fan = w.visitor()
  const { clientSecret, paymentIntentId } = await fan.starts(item.id)
  await fan.presents('paid', clientSecret)
  await fan.call(completePayment, { params: { paymentIntentId } })

  w.clock.advance(121_000)
  const late = await fan.call(getDeliveryHealth)
  await w.runJobs()
  const healed = await fan.call(getDeliveryHealth)

  expect(late.body).toMatchObject({ status: 'late', oldestUndeliveredSeconds: 121 })
  expect(healed.body).toMatchObject({ status: 'ok', oldestUndeliveredSeconds: null })
})

test('a payment the sweeper has not looked at in time is late', async () => {
  const w = await world()
  const creator = await w.creator()
  const item = await creator.publishesText()
  await w.visitor().starts(item.id)

  w.clock.advance(5 * 60_000)

  const { body } = await w.visitor().call(getDeliveryHealth)
  expect(body).toMatchObject({ status: 'late', oldestUndeliveredSeconds: 180 })
})
