import { expect, test } from 'vitest'
import { openStripe } from '../../../tests/support/fake-stripe/stripe-fixture.ts'

const order = { checkoutId: '1', contentId: 2, amount: 500, currency: 'USD', description: 'Sunset pack' }

async function paid() {
  const stripe = await openStripe()
  const { paymentId } = await stripe.provider.createPayment(order, 'pi:1')
  stripe.simulate.pay(paymentId)
  return { ...stripe, paymentId, read: () => stripe.provider.getPayment(paymentId) }
}

test.each([
  ['warning_needs_response', 'inquiry'],
  ['warning_under_review', 'inquiry'],
  ['warning_closed', 'inquiry'],
  ['needs_response', 'open'],
  ['under_review', 'open'],
  ['won', 'won'],
  ['lost', 'lost'],
  ['appeal_needs_response', 'open'],
  ['appeal_under_review', 'open'],
])('Stripe’s dispute status %s is %s', async (status, state) => {
  const { simulate, paymentId, read } = await paid()

  const { id } = simulate.dispute(paymentId, { status })

  expect((await read()).dispute).toEqual({ disputeId: id, amount: 500, state, reason: 'fraudulent' })
})

test('a prevented dispute is lost when funds were withdrawn, and otherwise changes nothing', async () => {
  const { simulate, store, paymentId, read } = await paid()
  const { id } = simulate.dispute(paymentId, { status: 'prevented' })
  expect((await read()).dispute?.state).toBe('inquiry')

  const withdrawn = {
    id: 'txn_1',
    object: 'balance_transaction',
    amount: -500,
    currency: 'usd',
    fee: 0,
  } as const
  store.disputes.get(id)?.balance_transactions.push(withdrawn)

  expect((await read()).dispute?.state).toBe('lost')
})

test('a dispute in an unknown status changes nothing and is logged', async () => {
  const { simulate, paymentId, read, logged } = await paid()

  const { id } = simulate.dispute(paymentId, { status: 'sent_to_the_moon' })

  expect((await read()).dispute).toBeUndefined()
  expect(logged).toEqual([
    {
      facts: { disputeId: id, status: 'sent_to_the_moon' },
      message: expect.stringContaining('unknown status'),
    },
  ])
})

test('a partial dispute covers its part; one in another currency covers the paid amount', async () => {
  const part = await paid()
  part.simulate.dispute(part.paymentId, { status: 'needs_response', amount: 200 })
  const converted = await paid()
  converted.simulate.dispute(converted.paymentId, { status: 'needs_response', amount: 460, currency: 'eur' })

  expect((await part.read()).dispute?.amount).toBe(200)
  expect((await converted.read()).dispute?.amount).toBe(500)
})

test('a dispute takes precedence over an inquiry, and both over a warning', async () => {
  const { simulate, paymentId, read } = await paid()
  const warning = simulate.raiseEarlyFraudWarning(paymentId)
  expect((await read()).dispute).toEqual({
    disputeId: warning.id,
    amount: 500,
    state: 'inquiry',
    reason: 'made_with_stolen_card',
  })

  const dispute = simulate.dispute(paymentId, { status: 'needs_response' })
  const inquiry = simulate.dispute(paymentId, { status: 'warning_needs_response' })

  expect((await read()).dispute?.disputeId).toBe(dispute.id)
  expect(inquiry.id).not.toBe(dispute.id)
})

test('a key without permission to read warnings still reads the payment', async () => {
  const { fail, read } = await paid()
  const error = { type: 'invalid_request_error', message: 'The provided key may not read this.' }
  fail('/v1/radar/early_fraud_warnings', { status: 403, body: { error } })

  expect(await read()).toMatchObject({ state: 'paid', dispute: undefined })
})
