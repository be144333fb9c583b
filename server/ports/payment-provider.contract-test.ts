import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  InvalidSignatureError,
  PaymentNotFoundError,
  type PaymentProvider,
  type PaymentRequest,
  RefundFailedError,
} from './payment-provider.ts'

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

function webhookContractTests(open: CreateFixture) {
  async function createWebhook() {
    const { provider, pay, webhook } = await open()
    const payment = await provider.createPayment(paymentRequest(), newKey())
    await pay(payment)
    return { provider, payment, ...(await webhook(payment)) }
  }

  test('a webhook with a valid signature names its payment', async () => {
    const { provider, payment, rawBody, headers } = await createWebhook()

    const [event] = await provider.parseWebhook(rawBody, headers)

    expect(event).toEqual({
      eventId: expect.any(String),
      objectType: 'payment',
      objectId: payment.paymentId,
    })
  })

  test('a webhook with a missing, empty or duplicate signature is rejected', async () => {
    const { provider, rawBody, headers } = await createWebhook()
    const [[name = '', value = ''] = []] = Object.entries(headers)

    for (const tampered of [{}, { [name]: '' }, { [name]: undefined }, { [name]: [value, value] }])
      await expect(provider.parseWebhook(rawBody, tampered)).rejects.toThrow(InvalidSignatureError)
  })

  test('a webhook with a modified body is rejected', async () => {
    const { provider, rawBody, headers } = await createWebhook()
    const text = rawBody.toString('utf8')

    for (const tampered of [
      text.replace('pi_', 'px_'),
      `${text} `,
      JSON.stringify(JSON.parse(text), null, 1),
      '',
    ])
      await expect(provider.parseWebhook(Buffer.from(tampered), headers)).rejects.toThrow(
        InvalidSignatureError,
      )
  })

  test('a webhook with a modified signature, or one of scheme v0, is rejected', async () => {
    const { provider, rawBody, headers } = await createWebhook()
    const [[name = '', value = ''] = []] = Object.entries(headers)
    const forgeries = [
      value.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      value.replace('v1=', 'v0='),
      value.replace(/t=\d+/, (time) => `t=${Number(time.slice(2)) + 1}`),
      value.slice(0, -2),
      'v1=',
    ]

    for (const tampered of forgeries)
      await expect(provider.parseWebhook(rawBody, { [name]: tampered }), tampered).rejects.toThrow(
        InvalidSignatureError,
      )
  })
}

export type CreatedPayment = { paymentId: string; clientSecret: string }
type Webhook = { rawBody: Buffer; headers: Record<string, string> }
export type ProviderFixture = {
  provider: PaymentProvider
  /** Pays at the provider with a valid card. */
  pay(payment: CreatedPayment): Promise<void>
  /** A webhook about the payment with a valid signature, as the provider would send it now. */
  webhook(payment: CreatedPayment): Promise<Webhook>
}

type CreateFixture = () => Promise<ProviderFixture>

const newKey = () => `key:${randomUUID()}`

function paymentRequest(changes: Partial<PaymentRequest> = {}): PaymentRequest {
  return {
    checkoutId: '1234567890',
    contentId: 9876543210,
    amount: 500,
    currency: 'USD',
    description: 'Sunset pack',
    ...changes,
  }
}

function refundContractTests(open: CreateFixture) {
  async function createPaidPayment() {
    const { provider, pay } = await open()
    const payment = await provider.createPayment(paymentRequest(), newKey())
    await pay(payment)
    const refund = (amount: number, key = newKey()) =>
      provider.refund({ paymentId: payment.paymentId, amount, reason: 'requested' }, key)
    return { provider, payment, refund }
  }

  test('partial refunds are accepted up to the whole amount', async () => {
    const { provider, payment, refund } = await createPaidPayment()

    expect(await refund(200)).toMatchObject({ paymentId: payment.paymentId, amount: 200 })
    await refund(300)
    await expect(refund(1)).rejects.toThrow(RefundFailedError)

    const { refunds, state, amountReceived } = await provider.getPayment(payment.paymentId)
    expect(refunds.map(({ amount }) => amount).toSorted()).toEqual([200, 300])
    expect({ state, amountReceived }).toEqual({ state: 'paid', amountReceived: 500 })
  })

  test('the same idempotency key never refunds twice, also concurrently', async () => {
    const { provider, payment, refund } = await createPaidPayment()
    const key = newKey()

    const all = await Promise.all([refund(100, key), refund(100, key), refund(100, key)])

    expect(new Set(all.map(({ refundId }) => refundId)).size).toBe(1)
    expect((await provider.getPayment(payment.paymentId)).refunds).toHaveLength(1)
  })

  test('one of two concurrent full refunds is rejected', async () => {
    const { provider, payment, refund } = await createPaidPayment()

    const all = await Promise.allSettled([refund(500), refund(500)])

    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await provider.getPayment(payment.paymentId)).refunds).toHaveLength(1)
  })

  test.each([0, -1, 1.5, 501, Number.NaN])('a refund of %d is rejected', async (amount) => {
    const { provider, payment, refund } = await createPaidPayment()

    await expect(refund(amount)).rejects.toThrow()
    expect((await provider.getPayment(payment.paymentId)).refunds).toEqual([])
  })

  test('an unpaid payment cannot be refunded', async () => {
    const { provider } = await open()
    const { paymentId } = await provider.createPayment(paymentRequest(), newKey())

    const attempt = provider.refund({ paymentId, amount: 1, reason: 'requested' }, newKey())
    await expect(attempt).rejects.toThrow(RefundFailedError)
  })
}
