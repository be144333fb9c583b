import { describe, expect, test } from 'vitest'
import { PaymentNotFoundError } from './payment-provider.ts'
import { webhookContractTests } from './payment-provider-contract-tests/events.ts'
import { type CreateFixture, newKey, paymentRequest } from './payment-provider-contract-tests/fixture.ts'
import { refundContractTests } from './payment-provider-contract-tests/refunds.ts'

/** Tests for every card provider, in test mode. `open` returns one in USD, for each test. */
export function paymentProviderContractTests(name: string, open: CreateFixture) {
  describe(name, () => {
    test('a new payment is open, in test mode, with nothing received', async () => {
      const { provider } = await open()

      const { paymentId, clientSecret } = await provider.createPayment(paymentRequest(), newKey())

      expect(clientSecret).not.toBe(paymentId)
      expect(await provider.getPayment(paymentId)).toMatchObject({
        paymentId,
        state: 'open',
        amount: 500,
        amountReceived: 0,
        currency: 'USD',
        mode: provider.mode,
        checkoutId: '1234567890',
        contentId: 9876543210,
        refunds: [],
      })
    })

    test('the same idempotency key never creates a second payment', async () => {
      const { provider } = await open()
      const key = newKey()

      const first = await provider.createPayment(paymentRequest(), key)

      expect(await provider.createPayment(paymentRequest(), key)).toEqual(first)
      expect((await provider.createPayment(paymentRequest(), newKey())).paymentId).not.toBe(first.paymentId)
    })

    test('eight concurrent calls with the same key create one payment', async () => {
      const { provider } = await open()
      const key = newKey()

      const all = await Promise.all(
        Array.from({ length: 8 }, () => provider.createPayment(paymentRequest(), key)),
      )

      expect(new Set(all.map(({ paymentId }) => paymentId)).size).toBe(1)
    })

    test('an idempotency key is rejected with different parameters', async () => {
      const { provider } = await open()
      const key = newKey()
      await provider.createPayment(paymentRequest(), key)

      await expect(provider.createPayment(paymentRequest({ amount: 501 }), key)).rejects.toThrow()
    })

    test('a payment of the minimum or maximum charge has exactly that amount', async () => {
      const { provider } = await open()
      const { min, max } = provider.chargeLimits('USD')

      for (const amount of [min, 1999, max]) {
        const { paymentId } = await provider.createPayment(paymentRequest({ amount }), newKey())
        expect(await provider.getPayment(paymentId)).toMatchObject({ amount, currency: 'USD' })
      }
    })

    test('a payment outside the charge limits is rejected', async () => {
      const { provider } = await open()
      const { min, max } = provider.chargeLimits('USD')

      for (const amount of [min - 1, max + 1, -500, 500.5, Number.NaN, Number.POSITIVE_INFINITY])
        await expect(
          provider.createPayment(paymentRequest({ amount }), newKey()),
          String(amount),
        ).rejects.toThrow()
    })

    test('a paid payment reports its whole amount as received', async () => {
      const { provider, pay } = await open()
      const payment = await provider.createPayment(paymentRequest(), newKey())

      await pay(payment)

      expect(await provider.getPayment(payment.paymentId)).toMatchObject({
        state: 'paid',
        amount: 500,
        amountReceived: 500,
      })
    })

    test('an unknown id throws PaymentNotFoundError in every method', async () => {
      const { provider } = await open()

      await expect(provider.getPayment('pi_nothing')).rejects.toThrow(PaymentNotFoundError)
      await expect(provider.getPayment('\0')).rejects.toThrow(PaymentNotFoundError)
      await expect(provider.cancelPayment('pi_nothing')).rejects.toThrow(PaymentNotFoundError)
      const refund = { paymentId: 'pi_nothing', amount: 1, reason: 'requested' } as const
      await expect(provider.refund(refund, newKey())).rejects.toThrow(PaymentNotFoundError)
    })

    test('a canceled payment stays canceled', async () => {
      const { provider } = await open()
      const { paymentId } = await provider.createPayment(paymentRequest(), newKey())

      expect((await provider.cancelPayment(paymentId)).state).toBe('canceled')
      expect((await provider.cancelPayment(paymentId)).state).toBe('canceled')
      expect((await provider.getPayment(paymentId)).state).toBe('canceled')
    })

    test('canceling a paid payment returns paid', async () => {
      const { provider, pay } = await open()
      const payment = await provider.createPayment(paymentRequest(), newKey())
      await pay(payment)

      expect((await provider.cancelPayment(payment.paymentId)).state).toBe('paid')
    })

    refundContractTests(open)
    webhookContractTests(open)
  })
}
