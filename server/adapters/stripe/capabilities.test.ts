import { openStripe } from '../../../tests/support/stripe-double/test-stripe.ts'
import { connectSuite } from '../../ports/connect-suite.ts'
import { subscriptionSuite } from '../../ports/subscriptions-suite.ts'

const today = new Date('2030-03-01T12:00:00.000Z')

connectSuite('paying creators through Stripe', async () => {
  const { provider, moves } = await openStripe()
  if (!provider.connect) throw new Error('Stripe pays creators')
  return { connect: provider.connect, onboard: async (accountId) => void moves.finishOnboarding(accountId) }
})

subscriptionSuite('subscriptions through Stripe', async () => {
  const { provider, moves } = await openStripe()
  if (!provider.subscriptions) throw new Error('Stripe takes subscriptions')
  return {
    subscriptions: provider.subscriptions,
    pay: async ({ subscriptionId }) => moves.paySubscription(subscriptionId, today),
    now: () => today,
  }
})
