import { expect, test } from 'vitest'
import { openStripe, webhookSecret } from '../../../tests/support/fake-stripe/stripe-fixture.ts'
import { signWebhook } from '../../../tests/support/fake-stripe/webhooks.ts'
import { InvalidSignatureError, PaymentNotFoundError } from '../../ports/payment-provider.ts'

type Opened = Awaited<ReturnType<typeof openStripe>>
type Event = Parameters<Opened['posted']>[0]

const ours = { id: 'pi_1', metadata: { attempt: '1', content: '2' } }
const paid: Event = { type: 'payment_intent.succeeded', object: ours }
const toPayment = { objectType: 'payment', objectId: 'pi_1' }

function parseEvent({ provider, posted }: Opened, event: Event, signing?: Parameters<Opened['posted']>[1]) {
  const { rawBody, headers } = posted(event, signing)
  return provider.parseWebhook(rawBody, headers)
}

async function pointersOf(event: Event) {
  const pointers = await parseEvent(await openStripe(), event)
  return pointers.map(({ objectType, objectId }) => ({ objectType, objectId }))
}

async function saleFixture() {
  const stripe = await openStripe()
  const order = { checkoutId: '1', contentId: 2, amount: 500, currency: 'USD', description: 'Sunset pack' }
  const { paymentId } = await stripe.provider.createPayment(order, 'pi:1')
  return { stripe, paymentId }
}

test.each(['succeeded', 'payment_failed', 'canceled', 'processing'])(
  'payment_intent.%s refers to its payment',
  async (eventName) => {
    expect(await pointersOf({ type: `payment_intent.${eventName}`, object: ours })).toEqual([toPayment])
  },
)

test.each(['charge.updated', 'charge.refunded'])('%s refers to the payment of the charge', async (type) => {
  const object = { id: 'ch_1', payment_intent: 'pi_1', metadata: ours.metadata }

  expect(await pointersOf({ type, object })).toEqual([toPayment])
})

test.each([
  ['refund.created', 'refund'],
  ['refund.updated', 'refund'],
  ['refund.failed', 'refund'],
  ['charge.dispute.created', 'dispute'],
  ['charge.dispute.updated', 'dispute'],
  ['charge.dispute.closed', 'dispute'],
  ['charge.dispute.funds_withdrawn', 'dispute'],
  ['charge.dispute.funds_reinstated', 'dispute'],
  ['radar.early_fraud_warning.created', 'dispute'],
])('%s refers to a %s of one of our payments', async (type, objectType) => {
  const { stripe, paymentId } = await saleFixture()

  const [pointer] = await parseEvent(stripe, { type, object: { id: 'x_1', payment_intent: paymentId } })

  expect(pointer).toMatchObject({ objectType, objectId: paymentId })
})

test.each([
  'account.updated',
  'account.application.deauthorized',
  'account.external_account.updated',
  'account.external_account.deleted',
  'capability.updated',
  'payout.paid',
  'payout.failed',
])('%s refers to the connected account', async (type) => {
  expect(await pointersOf({ type, object: { id: 'x_1' }, account: 'acct_1' })).toEqual([
    { objectType: 'account', objectId: 'acct_1' },
  ])
})

test.each(['payout.paid', 'payout.failed'])('%s of our own account refers to its payout', async (type) => {
  expect(await pointersOf({ type, object: { id: 'po_1' } })).toEqual([
    { objectType: 'platform_payout', objectId: 'po_1' },
  ])
})

test('balance.available refers to our own balance only', async () => {
  const object = { object: 'balance' }

  expect(await pointersOf({ type: 'balance.available', object })).toMatchObject([{ objectType: 'balance' }])
  expect(await pointersOf({ type: 'balance.available', object, account: 'acct_1' })).toEqual([])
})

test.each(['account.updated', 'account.application.deauthorized', 'capability.updated'])(
  '%s without a connected account is ignored',
  async (type) => {
    expect(await pointersOf({ type, object: { id: 'x_1' } })).toEqual([])
  },
)

test('transfer.reversed refers to the transfer of a payout', async () => {
  expect(
    await pointersOf({ type: 'transfer.reversed', object: { id: 'tr_1', metadata: { payout: '7' } } }),
  ).toEqual([{ objectType: 'payout', objectId: 'tr_1' }])
})

test('events of invoices and subscriptions refer to the subscription', async () => {
  const toSubscription = [{ objectType: 'subscription', objectId: 'sub_1' }]
  const metadata = { user: '5' }
  const parent = { subscription_details: { subscription: 'sub_1', metadata } }

  for (const type of ['invoice.paid', 'invoice.payment_failed', 'invoice.payment_action_required'])
    expect(await pointersOf({ type, object: { id: 'in_1', parent } })).toEqual(toSubscription)
  for (const type of ['created', 'updated', 'deleted'])
    expect(
      await pointersOf({ type: `customer.subscription.${type}`, object: { id: 'sub_1', metadata } }),
    ).toEqual(toSubscription)
})

test.each([
  ['payment_intent.succeeded', { id: 'pi_1', metadata: {} }],
  ['charge.updated', { id: 'ch_1', payment_intent: 'pi_1', metadata: {} }],
  ['charge.updated', { id: 'ch_1', payment_intent: null, metadata: ours.metadata }],
  ['refund.created', { id: 're_1', payment_intent: null }],
  ['transfer.reversed', { id: 'tr_1', metadata: {} }],
  ['invoice.paid', { id: 'in_1', parent: null }],
  ['customer.subscription.updated', { id: 'sub_1', metadata: {} }],
])('%s of other business of the account refers to nothing', async (type, object) => {
  expect(await pointersOf({ type, object })).toEqual([])
})

test('a refund or dispute of a payment without our metadata refers to nothing', async () => {
  const { stripe, paymentId } = await saleFixture()
  Object.assign(stripe.store.intents.get(paymentId) ?? {}, { metadata: {} })

  expect(
    await parseEvent(stripe, { type: 'refund.created', object: { id: 're_1', payment_intent: paymentId } }),
  ).toEqual([])
})

test('a refund of a payment that Stripe does not have throws an error, so that it is retried', async () => {
  const event = { type: 'refund.created', object: { id: 're_1', payment_intent: 'pi_gone' } }

  await expect(pointersOf(event)).rejects.toThrow(PaymentNotFoundError)
})

test.each(['moon.full', 'payment_intent.created', 'customer.created'])(
  'a signed event of the type %s refers to nothing',
  async (type) => {
    expect(await pointersOf({ type, object: { id: 'x_1' } })).toEqual([])
  },
)

test('an event of another mode is rejected and logged by its id only', async () => {
  const stripe = await openStripe()
  const live = await openStripe({ secretKey: 'sk_live_double' })

  await expect(parseEvent(stripe, { ...paid, livemode: true })).rejects.toThrow(InvalidSignatureError)
  await expect(parseEvent(live, paid)).rejects.toThrow(InvalidSignatureError)
  await expect(parseEvent(live, { ...paid, livemode: true })).resolves.toHaveLength(1)

  expect(stripe.logged).toEqual([
    {
      facts: { eventId: expect.stringMatching(/^evt_/), type: 'payment_intent.succeeded' },
      message: 'stripe: rejected an event of another mode',
    },
  ])
})

test('a payment on another account is rejected and logged', async () => {
  const stripe = await openStripe()

  await expect(parseEvent(stripe, { ...paid, account: 'acct_other' })).rejects.toThrow(InvalidSignatureError)

  expect(stripe.logged).toMatchObject([{ message: 'stripe: rejected an event of another account' }])
})

test('during a secret rotation both secrets are valid, afterwards only the new one', async () => {
  const rotating = await openStripe({ webhookSecrets: ['whsec_new', 'whsec_old'] })
  const rotated = await openStripe({ webhookSecrets: ['whsec_new'] })

  for (const secret of ['whsec_new', 'whsec_old'])
    expect(await parseEvent(rotating, paid, { secret })).toMatchObject([toPayment])
  expect(await parseEvent(rotated, paid, { secret: 'whsec_new' })).toMatchObject([toPayment])
  await expect(parseEvent(rotated, paid, { secret: 'whsec_old' })).rejects.toThrow(InvalidSignatureError)
})

test('a signature is valid for five minutes, and an older one is rejected as a replay', async () => {
  const stripe = await openStripe()
  const ago = (seconds: number) => new Date(stripe.now.getTime() - seconds * 1000)

  expect(await parseEvent(stripe, paid, { at: ago(300) })).toMatchObject([toPayment])
  await expect(parseEvent(stripe, paid, { at: ago(301) })).rejects.toThrow(InvalidSignatureError)
})

test('a signature with an empty secret is rejected', async () => {
  await expect(parseEvent(await openStripe(), paid, { secret: '' })).rejects.toThrow(InvalidSignatureError)
})

test.each(['', 'null', '[]', '{}', '{"id":1}', 'not json', '{"id":"evt_1","type":"x","data":{}}'])(
  'the signed payload %o is not an event',
  async (text) => {
    const { provider, now } = await openStripe()
    const { rawBody, headers } = signWebhook(text, { secret: webhookSecret, at: now })

    await expect(provider.parseWebhook(rawBody, headers)).rejects.toThrow(InvalidSignatureError)
  },
)
