import { openStripe } from '../../../tests/support/fake-stripe/stripe-fixture.ts'
import { connectContractTests } from '../../ports/connect.contract-test.ts'
import { subscriptionContractTests } from '../../ports/subscriptions.contract-test.ts'

const today = new Date('2030-03-01T12:00:00.000Z')

connectContractTests('paying creators through Stripe', async () => {
  const { provider, simulate } = await openStripe()
  if (!provider.connect) throw new Error('Stripe supports connected accounts')
  return {
    connect: provider.connect,
    onboard: async (accountId) => void simulate.finishOnboarding(accountId),
  }
})

subscriptionContractTests('subscriptions through Stripe', async () => {
  const { provider, simulate } = await openStripe()
  if (!provider.subscriptions) throw new Error('Stripe supports subscriptions')
  return {
    subscriptions: provider.subscriptions,
    pay: async ({ subscriptionId }) => simulate.paySubscription(subscriptionId, today),
    now: () => today,
  }
})
