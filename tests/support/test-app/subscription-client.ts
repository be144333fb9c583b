import { confirmSandboxPayment, type TestCard } from '../../../contract/sandbox.ts'
import { createSubscription, refreshSubscription } from '../../../contract/subscriptions.ts'
import type { Visitor } from './http-client.ts'

/** Pays for Pro at the provider; no webhook is delivered yet. */
export async function payForSubscription(creator: Visitor, card: TestCard = 'paid') {
  const started = await creator.call(createSubscription)
  if (started.status !== 200)
    throw new Error(`Not started: ${started.status} ${JSON.stringify(started.body)}`)
  const { clientSecret } = started.body
  const outcome = await creator.call(confirmSandboxPayment, {
    body: { clientSecret, card, receiptEmail: '', returnUrl: '/dashboard?subscription=success' },
  })
  return { ...started.body, outcome: outcome.body }
}

/** Pays for Pro, and refreshes the subscription. */
export async function upgradeToPro(creator: Visitor, card: TestCard = 'paid') {
  await payForSubscription(creator, card)
  const { body } = await creator.call(refreshSubscription)
  if (body.plan !== 'pro') throw new Error(`Not Pro: ${JSON.stringify(body)}`)
  return body
}
