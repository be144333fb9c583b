import { expect, test } from 'vitest'
import { downloadContent } from '../../../../contract/purchases.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'

test('an older paid checkout is delivered, although a newer one is open', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishText({
    pricingModel: 'pay_what_you_want',
    minimumPrice: '1.00',
    price: '',
  })
  const fan = w.visitor()
  const older = await fan.starts(item.id, { customAmount: '2.00' })
  await fan.presents('paid', older.clientSecret)
  w.clock.advance(1_000)
  await fan.starts(item.id, { customAmount: '3.00' })

  const { status, bytes } = await fan.call(downloadContent, { params: { id: item.id } })

  expect(status).toBe(200)
  expect(bytes.toString()).toBe('Salt, flour, water.')
})

test('without a payment yet, an open checkout counts as a pending payment', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishText()
  const fan = w.visitor()
  await fan.starts(item.id)

  const response = await fan.call(downloadContent, { params: { id: item.id } })

  expect(response).toMatchObject({ status: 402 })
})
