import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { CreatedSubscription, SubscriptionCapability } from './subscriptions.ts'

type SubscriptionFixture = {
  subscriptions: SubscriptionCapability
  /** The customer makes the first payment with a valid card. */
  pay(subscription: CreatedSubscription): Promise<void>
  now(): Date
}

const mara = { userId: '1234567890', email: 'mara@example.com' }
const newKey = () => `key:${randomUUID()}`

/** Tests for every provider of subscriptions, at the monthly price of Pro. `open` returns one for each test. */
export function subscriptionContractTests(name: string, open: () => Promise<SubscriptionFixture>) {
  async function createSubscription() {
    const { subscriptions, pay, now } = await open()
    const key = newKey()
    const { customerId } = await subscriptions.createCustomer(mara, key)
    const customer = { userId: mara.userId, customerId }
    const created = await subscriptions.create(customer, newKey())
    const read = () => subscriptions.get(created.subscriptionId)
    return { subscriptions, key, customer, created, read, pay: () => pay(created), now }
  }

  async function createPaidSubscription() {
    const subscription = await createSubscription()
    await subscription.pay()
    return subscription
  }

  describe(name, () => {
    test('the same idempotency key never creates a second customer', async () => {
      const { subscriptions, key, customer } = await createSubscription()

      expect(await subscriptions.createCustomer(mara, key)).toEqual({ customerId: customer.customerId })
    })

    test('a subscription is incomplete until its first payment, and has no invoices', async () => {
      const { created, read } = await createSubscription()

      expect(created.clientSecret).toMatch(/_secret_/)
      expect(await read()).toMatchObject({
        subscriptionId: created.subscriptionId,
        state: 'incomplete',
        userId: mara.userId,
        cancelAtPeriodEnd: false,
        invoices: [],
      })
    })

    test('create returns the unpaid subscription again for any idempotency key', async () => {
      const { subscriptions, customer, created } = await createSubscription()

      expect(await subscriptions.create(customer, newKey())).toEqual(created)
      expect(await subscriptions.create(customer, newKey())).toEqual(created)
    })

    test('the same idempotency key returns the same subscription, also after payment', async () => {
      const { subscriptions, pay } = await open()
      const { customerId } = await subscriptions.createCustomer(mara, newKey())
      const customer = { userId: mara.userId, customerId }
      const key = newKey()
      const [first, second] = await Promise.all([1, 2].map(() => subscriptions.create(customer, key)))
      if (!first) throw new Error('No subscription was created')
      await pay(first)

      const again = await subscriptions.create(customer, key)

      expect(second).toEqual(first)
      expect(again.subscriptionId).toBe(first.subscriptionId)
    })

    test('a paid subscription is active until the end of its period', async () => {
      const { read, now } = await createPaidSubscription()

      const { state, currentPeriodEnd, invoices } = await read()

      expect(state).toBe('active')
      expect(currentPeriodEnd?.getTime()).toBeGreaterThan(now().getTime() + 27 * 86_400_000)
      expect(invoices).toMatchObject([{ amount: 9_900, currency: 'USD', paidAt: now() }])
    })

    test('a canceled subscription is active until its period ends, and can be resumed', async () => {
      const { subscriptions, created, read } = await createPaidSubscription()

      const ending = await subscriptions.cancelAtPeriodEnd(created.subscriptionId)
      const resumed = await subscriptions.resume(created.subscriptionId)

      expect(ending).toMatchObject({ state: 'active', cancelAtPeriodEnd: true })
      expect(resumed).toMatchObject({ state: 'active', cancelAtPeriodEnd: false })
      expect(await read()).toEqual(resumed)
    })

    test('get throws for an unknown subscription', async () => {
      const { subscriptions } = await open()

      await expect(subscriptions.get('sub_nothing')).rejects.toThrow()
    })
  })
}
