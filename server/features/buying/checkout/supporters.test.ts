import { expect, test } from 'vitest'
import type { SupporterNote } from '../../../../contract/checkout.ts'
import { getContent } from '../../../../contract/content.ts'
import { completePayment, createPaymentIntent } from '../../../../contract/purchases.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

async function publishWithSupporters(w: TestApp, fields: Record<string, string> = {}) {
  const creator = await w.creator()
  return creator.publishText({ showSupporters: 'true', ...fields })
}

async function paySupporter(w: TestApp, contentId: number, note: Partial<SupporterNote>) {
  const fan = w.visitor()
  const { body } = await fan.call(createPaymentIntent, { body: { contentId, ...note } })
  await fan.presents('paid', body.clientSecret)
  await fan.call(completePayment, { params: { paymentIntentId: body.paymentIntentId } })
  return { fan, ...body }
}

const listedSupporters = async (w: TestApp, id: number) =>
  (await w.visitor().call(getContent, { params: { id } })).body.supporters

test('supporters who paid and did not choose privacy are listed, newest first', async () => {
  const w = await createTestApp()
  const { id } = await publishWithSupporters(w)

  await paySupporter(w, id, { supporterName: 'Ana', supporterMessage: 'Lovely\nwork' })
  w.clock.advance(1_000)
  await paySupporter(w, id, {
    supporterName: 'Ben',
    supporterMessage: 'For you only',
    isSupporterPrivate: true,
  })
  w.clock.advance(1_000)
  await paySupporter(w, id, { supporterName: 'Cleo' })
  await paySupporter(w, id, {})

  expect(await listedSupporters(w, id)).toMatchObject([
    { name: 'Cleo', message: '' },
    { name: 'Ana', message: 'Lovely work' },
  ])
})

test('a supporter is not listed before paying or after a refund', async () => {
  const w = await createTestApp()
  const { id } = await publishWithSupporters(w)
  await w.visitor().call(createPaymentIntent, { body: { contentId: id, supporterName: 'Not yet' } })
  const { paymentIntentId } = await paySupporter(w, id, { supporterName: 'Was' })

  await w.ports.paymentProvider.refund(
    { paymentId: paymentIntentId, amount: 1000, reason: 'requested' },
    'refund:1',
  )
  await w.runPeriodicTasks()
  await w.deliverWebhooks()

  expect(await listedSupporters(w, id)).toEqual([])
})

test('supporters are hidden when the creator does not show them', async () => {
  const w = await createTestApp()
  const { id } = await publishWithSupporters(w, { showSupporters: 'false' })

  await paySupporter(w, id, { supporterName: 'Ana' })

  expect(await listedSupporters(w, id)).toBeNull()
})

test('message and source stay with the checkout when the same payment is requested again', async () => {
  const w = await createTestApp()
  const { id } = await publishWithSupporters(w)
  const fan = w.visitor()
  const startCheckout = (note: Partial<SupporterNote>) =>
    fan.call(createPaymentIntent, { body: { contentId: id, ...note } })
  await startCheckout({ supporterName: 'Ana', source: 'utm_source=mail&token=secret' })

  await startCheckout({})
  await startCheckout({ supporterName: 'Ana B.' })

  expect(await w.probe.checkouts()).toMatchObject([
    { supporterName: 'Ana B.', supporterMessage: '', utmParameters: 'utm_source=mail' },
  ])
})

test('a too long message is rejected at its field', async () => {
  const w = await createTestApp()
  const { id } = await publishWithSupporters(w)

  const response = await w
    .visitor()
    .call(createPaymentIntent, { body: { contentId: id, supporterMessage: 'x'.repeat(281) } })

  expect(response).toMatchObject({
    status: 400,
    body: { fields: { supporterMessage: 'Use 280 characters or fewer' } },
  })
})

test('a creator’s own suggested amounts are on the tip page, and a fixed price has none', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const priced = { pricingModel: 'pay_what_you_want', minimumPrice: '2.00' }
  const own = await creator.publishText({ ...priced, suggestedAmounts: '20, 4, 8.50' })
  const standard = await creator.publishText(priced)
  const fixed = await creator.publishText({ suggestedAmounts: '1, 2, 3' })

  const chips = await Promise.all(
    [own, standard, fixed].map(
      async ({ id }) => (await w.visitor().call(getContent, { params: { id } })).body.suggestedAmounts,
    ),
  )

  expect(chips).toEqual([['4.00', '8.50', '20.00'], [], []])
  await expect(creator.publishText({ ...priced, suggestedAmounts: '1, 4, 8' })).rejects.toThrow(
    'three different amounts',
  )
})
