import { confirmSandboxPayment, type TestCard } from '../../../contract/sandbox.ts'
import { createSubscription, refreshSubscription } from '../../../contract/subscriptions.ts'
import type { Visitor } from './http-client.ts'

/** Pays for Pro at the provider; no webhook is delivered yet. */
export async function payForSubscription(creator: Visitor, card: TestCard = 'paid') {
  const begun = await creator.call(createSubscription)
  if (begun.status !== 200) throw new Error(`Not begun: ${begun.status} ${JSON.stringify(begun.body)}`)
  const { clientSecret } = begun.body
  const outcome = await creator.call(confirmSandboxPayment, {
    body: { clientSecret, card, receiptEmail: '', returnUrl: '/dashboard?subscription=success' },
  })
  return { ...begun.body, outcome: outcome.body }
}

/** Pays for Pro, and refreshes the subscription. */
export async function upgradeToPro(creator: Visitor, card: TestCard = 'paid') {
  await payForSubscription(creator, card)
  const { body } = await creator.call(refreshSubscription)
  if (body.plan !== 'pro') throw new Error(`Not Pro: ${JSON.stringify(body)}`)
  return body
}
