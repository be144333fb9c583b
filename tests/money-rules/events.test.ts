import { expect, onTestFinished, test } from 'vitest'
import { completePayment } from '../../contract/purchases.ts'
import { buildApp } from '../../server/app.ts'
import { webhookEvents } from '../../server/db/schema/index.ts'
import { openStripe } from '../support/fake-stripe/stripe-fixture.ts'
import { createHttpClient } from '../support/test-app/http-client.ts'
import { createTestApp } from '../support/test-app.ts'

test('event of another mode or account', async () => {
  const w = await createTestApp()
  const item = await (await w.creator()).publishText({ price: '10.00' })
  const stripe = await openStripe({ clock: w.clock })
  const renderer = { render: async () => ({ status: 404, html: '' }), locate: () => ({}) }
  const { app } = await buildApp(
    { ...w.ports, paymentProvider: stripe.provider },
    { renderer, version: '0.0.0' },
  )
  onTestFinished(() => app.close())
  const fan = createHttpClient(app)
  const { paymentIntentId } = await fan.starts(item.id)
  stripe.simulate.pay(paymentIntentId)
  const object = stripe.store.intents.get(paymentIntentId) ?? {}
  const post = async (changes: object) => {
    const event = { type: 'payment_intent.succeeded', object, ...changes }
    const { rawBody, headers } = stripe.posted(event, { at: w.clock.now() })
    const type = { 'content-type': 'application/json' }
    return fan.send('POST', '/api/webhooks/stripe', { payload: rawBody, headers: { ...type, ...headers } })
  }

  const answers = [await post({ livemode: true }), await post({ account: 'acct_somebody' })]

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400])
  expect(stripe.logged.map(({ message }) => message)).toEqual([
    'stripe: rejected an event of another mode',
    'stripe: rejected an event of another account',
  ])
  expect(await w.db.select().from(webhookEvents)).toEqual([])
  expect(await w.probe.purchases()).toEqual([])
  expect((await fan.call(completePayment, { params: { paymentIntentId } })).body.state).toBe('paid')
})
