import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import type { SubscriptionCapability } from './subscriptions.ts'

type CreatedSubscription = { subscriptionId: string; clientSecret: string }
type SubscriptionFixture = {
  subscriptions: SubscriptionCapability
  /** The customer makes the first payment with a valid card. */
  pay(createSubscription: CreatedSubscription): Promise<void>
  now(): Date
}

const mara = { userId: '1234567890', email: 'mara@example.com' }
const newKey = () => `key:${randomUUID()}`

/** Tests for every provider of subscriptions, at the monthly price of Pro. */
export function subscriptionContractTests(name: string, open: () => Promise<SubscriptionFixture>) {
  async function createSubscription() {
    const { subscriptions, pay, now } = await open()
    const key = newKey()
    const { customerId } = await subscriptions.createCustomer(mara, key)
    const who = { userId: mara.userId, customerId }
    const first = await subscriptions.create(who, newKey())
    const read = () => subscriptions.get(first.subscriptionId)
    return { subscriptions, key, who, first, read, pay: () => pay(first), now }
  }

  async function paid() {
    const subscription = await createSubscription()
    await subscription.pay()
    return subscription
  }

  describe(name, () => {
    test('the same idempotency key never creates a second customer', async () => {
      const { subscriptions, key, who } = await createSubscription()

      expect(await subscriptions.createCustomer(mara, key)).toEqual({ customerId: who.customerId })
    })

    test('a subscription is incomplete until its first payment, and has no invoices', async () => {
      const { first, read } = await createSubscription()

      expect(first.clientSecret).toMatch(/_secret_/)
      expect(await read()).toMatchObject({
        subscriptionId: first.subscriptionId,
        state: 'incomplete',
        userId: mara.userId,
        cancelAtPeriodEnd: false,
        invoices: [],
      })
    })

    test('creating again returns the unpaid subscription, whatever the key', async () => {
      const { subscriptions, who, first } = await createSubscription()

      expect(await subscriptions.create(who, newKey())).toEqual(first)
      expect(await subscriptions.create(who, newKey())).toEqual(first)
    })

    test('the same idempotency key returns the same subscription after payment, too', async () => {
      const { subscriptions, pay } = await open()
      const { customerId } = await subscriptions.createCustomer(mara, newKey())
      const who = { userId: mara.userId, customerId }
      const key = newKey()
      const [one, other] = await Promise.all([1, 2].map(() => subscriptions.create(who, key)))
      if (!one) throw new Error('Nothing was begun')
      await pay(one)

      const again = await subscriptions.create(who, key)

      expect(other).toEqual(one)
      expect(again.subscriptionId).toBe(one.subscriptionId)
    })

    test('a paid subscription is active until the end of its period', async () => {
      const { read, now } = await paid()

      const { state, currentPeriodEnd, invoices } = await read()

      expect(state).toBe('active')
      expect(currentPeriodEnd?.getTime()).toBeGreaterThan(now().getTime() + 27 * 86_400_000)
      expect(invoices).toMatchObject([{ amount: limits.proMonthlyPriceAmount, paidAt: now() }])
    })

    test('a canceled subscription runs until its period ends, and can be resumed', async () => {
      const { subscriptions, first, read } = await paid()

      const ending = await subscriptions.cancelAtPeriodEnd(first.subscriptionId)
      const resumed = await subscriptions.resume(first.subscriptionId)

      expect(ending).toMatchObject({ state: 'active', cancelAtPeriodEnd: true })
      expect(resumed).toMatchObject({ state: 'active', cancelAtPeriodEnd: false })
      expect(await read()).toEqual(resumed)
    })

    test('an unknown subscription is not found', async () => {
      const { subscriptions } = await open()

      await expect(subscriptions.get('sub_nothing')).rejects.toThrow()
    })
  })
}
