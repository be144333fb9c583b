import { expect, test } from 'vitest'
import { insert, type Event as StoredEvent } from '../../../tests/support/fake-stripe/store.ts'
import { openStripe } from '../../../tests/support/fake-stripe/stripe-fixture.ts'

type Opened = Awaited<ReturnType<typeof openStripe>>

const ours = { id: 'pi_1', metadata: { attempt: '1', content: '2' } }

async function saleFixture() {
  const stripe = await openStripe()
  const order = { checkoutId: '1', contentId: 2, amount: 500, currency: 'USD', description: 'Sunset pack' }
  const { paymentId } = await stripe.provider.createPayment(order, 'pi:1')
  return { stripe, paymentId }
}

function eventInserter({ store, now }: Opened) {
  const created = Math.floor(now.getTime() / 1_000)
  return (id: string, type: string, object: unknown, at = created) =>
    insert(store.events, {
      id,
      object: 'event',
      type,
      livemode: false,
      created: at,
      data: { object },
    } as StoredEvent)
}

test('the event list has the same references as the webhooks, page by page', async () => {
  const { stripe, paymentId } = await saleFixture()
  const { provider, now } = stripe
  const event = eventInserter(stripe)
  event('evt_old', 'payment_intent.succeeded', ours, Math.floor(now.getTime() / 1_000) - 10)
  event('evt_refund', 'refund.created', { id: 're_1', payment_intent: paymentId })
  event('evt_other', 'customer.created', { id: 'cus_1' })
  for (let index = 0; index < 20; index++) event(`evt_${index}`, 'payment_intent.succeeded', ours)

  const first = await provider.listEvents({ since: now })
  const second = await provider.listEvents({ since: now, after: first.next })

  expect(first.events).toHaveLength(20)
  expect(first.next).toBe('evt_0')
  expect(second).toEqual({ events: [{ eventId: 'evt_refund', objectType: 'refund', objectId: paymentId }] })
})

test('a listed event that cannot be read is logged and skipped', async () => {
  const { stripe, paymentId } = await saleFixture()
  const { provider, logged, now } = stripe
  const event = eventInserter(stripe)
  event('evt_after', 'refund.created', { id: 're_1', payment_intent: paymentId })
  event('evt_gone', 'refund.created', { id: 're_2', payment_intent: 'pi_gone' })
  event('evt_malformed', 'refund.created', 'not an object')
  event('evt_before', 'refund.created', { id: 're_3', payment_intent: paymentId })

  const { events } = await provider.listEvents({ since: now })

  const eventIds = events.map(({ eventId }) => eventId)
  expect(eventIds.toSorted()).toEqual(['evt_after', 'evt_before'])
  const message = 'stripe: a listed event could not be read and was skipped'
  expect(logged).toHaveLength(2)
  for (const eventId of ['evt_gone', 'evt_malformed'])
    expect(logged).toContainEqual({ facts: expect.objectContaining({ eventId }), message })
})

test('several listed events of one payment cause one lookup', async () => {
  const { stripe, paymentId } = await saleFixture()
  const event = eventInserter(stripe)
  for (let index = 0; index < 5; index++)
    event(`evt_${index}`, 'refund.created', { id: `re_${index}`, payment_intent: paymentId })
  const path = `/v1/payment_intents/${paymentId}`
  const lookups = () => stripe.requests.filter((request) => request.path.startsWith(path)).length

  const { events } = await stripe.provider.listEvents({ since: stripe.now })

  expect(events).toHaveLength(5)
  expect(lookups()).toBe(1)
})

test('an event whose payment Stripe does not return is listed as unverified', async () => {
  const { stripe, paymentId } = await saleFixture()
  const event = eventInserter(stripe)
  event('evt_sale', 'payment_intent.succeeded', ours)
  event('evt_refund', 'refund.created', { id: 're_1', payment_intent: paymentId })
  const error = { type: 'api_error', message: 'Down.' }
  for (let attempt = 0; attempt < 2; attempt++)
    stripe.fail(`/v1/payment_intents/${paymentId}`, { status: 500, body: { error } })

  expect(await stripe.provider.listEvents({ since: stripe.now })).toEqual({
    events: [{ eventId: 'evt_sale', objectType: 'payment', objectId: 'pi_1' }],
    unverified: [{ eventId: 'evt_refund', objectType: 'refund', objectId: paymentId }],
  })
})

test('a key without permission to read events lists none and logs it', async () => {
  const { provider, fail, logged, now } = await openStripe()
  const message = 'The provided key does not have the required permissions for this endpoint.'
  fail('/v1/events', { status: 403, body: { error: { type: 'invalid_request_error', message } } })

  expect(await provider.listEvents({ since: now })).toEqual({ events: [] })
  expect(logged.map((line) => line.message)).toEqual([
    'stripe: the key cannot read events, so lost webhooks are not found',
  ])
})
