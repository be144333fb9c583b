import { expect, test } from 'vitest'
import type { TestCard } from '../../../contract/sandbox.ts'
import { sandboxFixture } from '../../../tests/support/test-sandbox.ts'
import { sign, signatureHeader } from './events.ts'
import { sandboxDeliveries } from './schema.ts'

async function paid(card: TestCard = 'paid') {
  const opened = await sandboxFixture()
  const { sandbox, db } = opened
  const order = { checkoutId: '1', contentId: 2, amount: 500, currency: 'USD', description: 'Sunset pack' }
  const { paymentId, clientSecret } = await sandbox.createPayment(order, 'pi:1')
  await sandbox.confirm({ clientSecret, card, receiptEmail: 'fan@example.com', returnUrl: '/' })
  const read = () => sandbox.getPayment(paymentId)
  return {
    ...opened,
    simulate: sandbox.simulate,
    paymentId,
    read,
    refundId: async () => (await read()).refunds[0]?.refundId ?? '',
    row: async () => (await sandbox.simulate.payments()).payments[0],
    eventTypes: async () =>
      (await db.select().from(sandboxDeliveries).orderBy(sandboxDeliveries.createdAt)).map(
        ({ type }) => type,
      ),
  }
}

test('0259 is paid, and disputed three seconds later by the clock', async () => {
  const { advanceSeconds, sandbox, read, eventTypes } = await paid('disputed')
  expect(await read()).toMatchObject({ state: 'paid', amountReceived: 500, dispute: undefined })

  advanceSeconds(3)
  await Promise.all([sandbox.applyDueTransitions(), read(), sandbox.applyDueTransitions()])

  expect((await read()).dispute).toMatchObject({ amount: 500, state: 'open', reason: 'fraudulent' })
  expect((await eventTypes()).toSorted()).toEqual(['dispute.opened', 'payment.succeeded'])
})

test('5126 is paid; its refund succeeds, and fails five seconds later by the clock', async () => {
  const { advanceSeconds, sandbox, paymentId, read, eventTypes } = await paid('refund_fails')
  const refund = { paymentId, amount: 200, reason: 'requested' } as const
  advanceSeconds(1)
  expect((await sandbox.refund(refund, 'refund:1')).state).toBe('succeeded')

  advanceSeconds(4.999)
  const before = (await read()).refunds
  advanceSeconds(0.001)
  await Promise.all([sandbox.applyDueTransitions(), read()])

  expect(before).toMatchObject([{ state: 'succeeded' }])
  expect((await read()).refunds).toMatchObject([{ amount: 200, state: 'failed' }])
  expect((await sandbox.refund(refund, 'refund:1')).state).toBe('failed')
  expect(await eventTypes()).toEqual(['payment.succeeded', 'payment.refunded', 'refund.failed'])
})

test('0341 pays for an item like any card', async () => {
  const { read, advanceSeconds } = await paid('renewal_fails')
  advanceSeconds(90 * 86_400)

  expect(await read()).toMatchObject({ state: 'paid', refunds: [], dispute: undefined })
})

test('partial refunds at the provider sum to the whole payment and not more', async () => {
  const { simulate, paymentId, read, row } = await paid()
  expect(await row()).toMatchObject({ refundableAmount: '5.00' })

  await simulate.refund(paymentId, '1.50')
  expect(await row()).toMatchObject({ refundableAmount: '3.50' })
  for (const amount of ['3.51', '0', '0.00', '1.234'])
    await expect(simulate.refund(paymentId, amount), amount).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { amount: 'Enter an amount up to 3.50' },
    })
  await simulate.refund(paymentId)

  expect((await read()).refunds.map(({ amount }) => amount).toSorted()).toEqual([150, 350])
  expect(await row()).toMatchObject({ refundableAmount: null })
  await expect(simulate.refund(paymentId)).rejects.toMatchObject({ code: 'conflict' })
})

test('a failed refund can be made again, and fails once', async () => {
  const { simulate, paymentId, refundId, row } = await paid()
  await simulate.refund(paymentId)
  await simulate.failRefund(await refundId())

  await expect(simulate.failRefund(await refundId())).rejects.toMatchObject({ code: 'conflict' })
  expect(await row()).toMatchObject({
    refundableAmount: '5.00',
    refunds: [{ state: 'failed', amount: '5.00' }],
  })
})

test('a dispute follows the allowed transitions only', async () => {
  const { advanceSeconds, simulate, paymentId, row, eventTypes } = await paid()
  const allowedActions = async () => (await row())?.allowedActions
  expect(await allowedActions()).toEqual(['open_inquiry', 'open'])
  for (const [move, next] of [
    ['open_inquiry', ['open', 'win']],
    ['open', ['win', 'lose']],
    ['lose', ['win']],
    ['win', []],
  ] as const) {
    advanceSeconds(1)
    await simulate.dispute(paymentId, move)
    expect(await allowedActions(), move).toEqual(next)
  }

  for (const move of ['open_inquiry', 'open', 'win', 'lose'] as const)
    await expect(simulate.dispute(paymentId, move), move).rejects.toMatchObject({ code: 'conflict' })
  expect(await eventTypes()).toEqual([
    'payment.succeeded',
    'dispute.updated',
    'dispute.opened',
    'dispute.closed',
    'dispute.closed',
  ])
})

test('a disputed payment cannot be refunded', async () => {
  const { simulate, sandbox, paymentId, row } = await paid()
  await simulate.dispute(paymentId, 'open')

  expect(await row()).toMatchObject({ refundableAmount: null, dispute: 'open' })
  await expect(simulate.refund(paymentId)).rejects.toMatchObject({ code: 'conflict' })
  const refund = { paymentId, amount: 1, reason: 'requested' } as const
  await expect(sandbox.refund(refund, 'refund:1')).rejects.toThrow()
  await simulate.dispute(paymentId, 'win')
  await simulate.refund(paymentId)
})

test('an unpaid payment can be neither disputed nor refunded, and a missing one is not found', async () => {
  const { simulate, paymentId, row } = await paid('declined')

  expect(await row()).toMatchObject({
    state: 'open',
    allowedActions: [],
    refundableAmount: null,
    card: 'declined',
  })
  await expect(simulate.dispute(paymentId, 'open')).rejects.toMatchObject({ code: 'conflict' })
  await expect(simulate.refund(paymentId)).rejects.toMatchObject({ code: 'conflict' })
  for (const id of ['pi_sbx_000000000000000000000000', 'x', '\0']) {
    const missing = { code: 'not_found' }
    await expect(simulate.dispute(id, 'open')).rejects.toMatchObject(missing)
    await expect(simulate.refund(id)).rejects.toMatchObject(missing)
    await expect(simulate.failRefund(id)).rejects.toMatchObject(missing)
    await expect(simulate.resendWebhooks(id, 'original')).rejects.toMatchObject(missing)
    await expect(simulate.resend(id)).rejects.toMatchObject(missing)
  }
})

test('a subscription’s payment can be disputed and refunded', async () => {
  const { sandbox, advanceSeconds } = await sandboxFixture()
  const mara = { userId: '5', email: 'm@example.com' }
  const { customerId } = await sandbox.subscriptions.createCustomer(mara, 'cus:5')
  const { clientSecret } = await sandbox.subscriptions.create({ userId: '5', customerId }, 'sub:5:1')
  await sandbox.confirm({ clientSecret, card: 'disputed', receiptEmail: '', returnUrl: '/' })
  advanceSeconds(60)
  await sandbox.applyDueTransitions()

  const { payments } = await sandbox.simulate.payments()

  expect(payments).toMatchObject([
    {
      contentId: null,
      subscriptionId: expect.stringMatching(/^sub_sbx_/),
      state: 'paid',
      dispute: 'open',
      allowedActions: ['win', 'lose'],
      refundableAmount: null,
    },
  ])

  const id = payments[0]?.id ?? ''
  await sandbox.simulate.dispute(id, 'win')
  await sandbox.simulate.refund(id)
  expect((await sandbox.getPayment(id)).refunds).toMatchObject([{ amount: 9_900, state: 'succeeded' }])
})

test('payments and webhooks are listed fifty per page, newest first, each once', async () => {
  const { sandbox, advanceSeconds } = await sandboxFixture()
  const ids: Array<string> = []
  for (let i = 0; i < 120; i++) {
    const order = { checkoutId: '1', contentId: 2, amount: 500, currency: 'USD', description: 'x' }
    const { paymentId } = await sandbox.createPayment(order, `pi:${i}`)
    await sandbox.cancelPayment(paymentId)
    ids.unshift(paymentId)
    if (i % 3 === 0) advanceSeconds(1)
  }

  const seen: Array<string> = []
  let before: string | undefined
  do {
    const page = await sandbox.simulate.payments(before)
    expect(page.payments.length).toBeLessThanOrEqual(50)
    seen.push(...page.payments.map(({ id }) => id))
    before = page.next ?? undefined
  } while (before)
  const first = await sandbox.simulate.deliveries()
  const second = await sandbox.simulate.deliveries(first.next ?? '')

  expect(seen).toHaveLength(120)
  expect(seen.toSorted()).toEqual(ids.toSorted())
  expect([first.deliveries.length, second.deliveries.length]).toEqual([50, 50])
  await expect(sandbox.simulate.payments('9999-99-99T99:99:99.999Z_x')).rejects.toMatchObject({
    code: 'invalid_input',
  })
})

test.each([
  ['refund.failed', 'refund'],
  ['dispute.opened', 'dispute'],
  ['account.updated', 'account'],
  ['transfer.reversed', 'payout'],
  ['subscription.updated', 'subscription'],
])('a webhook of type %s refers to a %s', async (type, objectType) => {
  const { sandbox, secret, now } = await sandboxFixture()
  const body = Buffer.from(JSON.stringify({ id: 'evt_1', type, data: { object: { id: 'x_1' } } }))

  const read = await sandbox.parseWebhook(body, { [signatureHeader]: sign(secret, body, now()) })

  expect(read).toEqual([{ eventId: 'evt_1', objectType, objectId: 'x_1' }])
})
