import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  InvalidSignature,
  type PaymentProvider,
  type PaymentRequest,
  UnknownPayment,
} from './payment-provider.ts'

type Started = { paymentId: string; clientSecret: string }
type Webhook = { rawBody: Buffer; headers: Record<string, string> }
export type Opened = {
  provider: PaymentProvider
  /** A buyer pays with a good card, at the provider. */
  pay(payment: Started): Promise<void>
  /** A genuine webhook about the payment, as the provider would post it now. */
  webhook(payment: Started): Promise<Webhook>
}

/** What every card provider must do, in test mode. `open` gives one that charges dollars, for each test. */
export function paymentProviderSuite(name: string, open: () => Promise<Opened>) {
  const newKey = () => `pi:${randomUUID()}`
  const order = (changes: Partial<PaymentRequest> = {}): PaymentRequest => ({
    attemptId: '1234567890',
    contentId: 9876543210,
    amount: 500,
    currency: 'USD',
    description: 'Sunset pack',
    ...changes,
  })

  describe(name, () => {
    test('a new payment is open, in test mode, with nothing received', async () => {
      const { provider } = await open()

      const { paymentId, clientSecret } = await provider.createPayment(order(), newKey())

      expect(clientSecret).not.toBe(paymentId)
      expect(await provider.getPayment(paymentId)).toMatchObject({
        paymentId,
        state: 'open',
        amount: 500,
        amountReceived: 0,
        currency: 'USD',
        mode: provider.mode,
        attemptId: '1234567890',
        contentId: 9876543210,
        refunds: [],
      })
    })

    test('the same key never makes a second payment', async () => {
      const { provider } = await open()
      const key = newKey()

      const first = await provider.createPayment(order(), key)

      expect(await provider.createPayment(order(), key)).toEqual(first)
      expect((await provider.createPayment(order(), newKey())).paymentId).not.toBe(first.paymentId)
    })

    test('the same key eight times at once makes one payment', async () => {
      const { provider } = await open()
      const key = newKey()

      const all = await Promise.all(Array.from({ length: 8 }, () => provider.createPayment(order(), key)))

      expect(new Set(all.map(({ paymentId }) => paymentId)).size).toBe(1)
    })

    test('a key is not taken for another order', async () => {
      const { provider } = await open()
      const key = newKey()
      await provider.createPayment(order(), key)

      await expect(provider.createPayment(order({ amount: 501 }), key)).rejects.toThrow()
    })

    test('the smallest and the largest amount come back to the cent', async () => {
      const { provider } = await open()
      const { min, max } = provider.limits('USD')

      for (const amount of [min, 1999, max]) {
        const { paymentId } = await provider.createPayment(order({ amount }), newKey())
        expect(await provider.getPayment(paymentId)).toMatchObject({ amount, currency: 'USD' })
      }
    })

    test('an amount beyond the limits, or no amount at all, is refused', async () => {
      const { provider } = await open()
      const { min, max } = provider.limits('USD')

      for (const amount of [min - 1, max + 1, -500, 500.5, Number.NaN, Number.POSITIVE_INFINITY])
        await expect(provider.createPayment(order({ amount }), newKey()), String(amount)).rejects.toThrow()
    })

    test('a paid payment has received all of its amount', async () => {
      const { provider, pay } = await open()
      const payment = await provider.createPayment(order(), newKey())

      await pay(payment)

      expect(await provider.getPayment(payment.paymentId)).toMatchObject({
        state: 'paid',
        amount: 500,
        amountReceived: 500,
      })
    })

    test('an unknown id is UnknownPayment, whatever is asked of it', async () => {
      const { provider } = await open()

      await expect(provider.getPayment('pi_nothing')).rejects.toThrow(UnknownPayment)
      await expect(provider.cancelPayment('pi_nothing')).rejects.toThrow(UnknownPayment)
      const refund = { paymentId: 'pi_nothing', amount: 1, reason: 'requested' } as const
      await expect(provider.refund(refund, newKey())).rejects.toThrow(UnknownPayment)
    })

    test('a canceled payment stays canceled', async () => {
      const { provider } = await open()
      const { paymentId } = await provider.createPayment(order(), newKey())

      expect((await provider.cancelPayment(paymentId)).state).toBe('canceled')
      expect((await provider.cancelPayment(paymentId)).state).toBe('canceled')
      expect((await provider.getPayment(paymentId)).state).toBe('canceled')
    })

    test('canceling a paid payment answers paid', async () => {
      const { provider, pay } = await open()
      const payment = await provider.createPayment(order(), newKey())
      await pay(payment)

      expect((await provider.cancelPayment(payment.paymentId)).state).toBe('paid')
    })

    refundSentences(open, order, newKey)
    eventSentences(open, order, newKey)
  })
}

type Order = (changes?: Partial<PaymentRequest>) => PaymentRequest

function refundSentences(open: () => Promise<Opened>, order: Order, newKey: () => string) {
  async function paid() {
    const { provider, pay } = await open()
    const payment = await provider.createPayment(order(), newKey())
    await pay(payment)
    const refund = (amount: number, key = newKey()) =>
      provider.refund({ paymentId: payment.paymentId, amount, reason: 'requested' }, key)
    return { provider, payment, refund }
  }

  test('a refund in parts adds up to the whole, and no cent more', async () => {
    const { provider, payment, refund } = await paid()

    expect(await refund(200)).toMatchObject({ paymentId: payment.paymentId, amount: 200 })
    await refund(300)
    await expect(refund(1)).rejects.toThrow()

    const { refunds, state, amountReceived } = await provider.getPayment(payment.paymentId)
    expect(refunds.map(({ amount }) => amount)).toEqual([200, 300])
    expect({ state, amountReceived }).toEqual({ state: 'paid', amountReceived: 500 })
  })

  test('the same key never pays back twice, also at once', async () => {
    const { provider, payment, refund } = await paid()
    const key = newKey()

    const all = await Promise.all([refund(100, key), refund(100, key), refund(100, key)])

    expect(new Set(all.map(({ refundId }) => refundId)).size).toBe(1)
    expect((await provider.getPayment(payment.paymentId)).refunds).toHaveLength(1)
  })

  test('of two full refunds at once one is refused', async () => {
    const { provider, payment, refund } = await paid()

    const all = await Promise.allSettled([refund(500), refund(500)])

    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await provider.getPayment(payment.paymentId)).refunds).toHaveLength(1)
  })

  test.each([0, -1, 1.5, 501, Number.NaN])('a refund of %d is refused', async (amount) => {
    const { provider, payment, refund } = await paid()

    await expect(refund(amount)).rejects.toThrow()
    expect((await provider.getPayment(payment.paymentId)).refunds).toEqual([])
  })

  test('what was never paid is not paid back', async () => {
    const { provider } = await open()
    const { paymentId } = await provider.createPayment(order(), newKey())

    await expect(provider.refund({ paymentId, amount: 1, reason: 'requested' }, newKey())).rejects.toThrow()
  })
}

function eventSentences(open: () => Promise<Opened>, order: Order, newKey: () => string) {
  async function posted() {
    const { provider, pay, webhook } = await open()
    const payment = await provider.createPayment(order(), newKey())
    await pay(payment)
    return { provider, payment, ...(await webhook(payment)) }
  }

  test('a genuine webhook points at its payment', async () => {
    const { provider, payment, rawBody, headers } = await posted()

    const [pointer] = await provider.readEvents(rawBody, headers)

    expect(pointer).toEqual({ eventId: expect.any(String), about: 'payment', objectId: payment.paymentId })
  })

  test('a webhook without a signature, or with one that is empty or twice there, is refused', async () => {
    const { provider, rawBody, headers } = await posted()
    const [[name = '', value = ''] = []] = Object.entries(headers)

    for (const forged of [{}, { [name]: '' }, { [name]: undefined }, { [name]: [value, value] }])
      await expect(provider.readEvents(rawBody, forged)).rejects.toThrow(InvalidSignature)
  })

  test('a webhook that was changed in any way is refused', async () => {
    const { provider, rawBody, headers } = await posted()
    const text = rawBody.toString('utf8')

    for (const forged of [
      text.replace('pi_', 'px_'),
      `${text} `,
      JSON.stringify(JSON.parse(text), null, 1),
      '',
    ])
      await expect(provider.readEvents(Buffer.from(forged), headers)).rejects.toThrow(InvalidSignature)
  })

  test('a signature that was changed in any way, or made a v0, is refused', async () => {
    const { provider, rawBody, headers } = await posted()
    const [[name = '', value = ''] = []] = Object.entries(headers)
    const forgeries = [
      value.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      value.replace('v1=', 'v0='),
      value.replace(/t=\d+/, (time) => `t=${Number(time.slice(2)) + 1}`),
      value.slice(0, -2),
      'v1=',
    ]

    for (const forged of forgeries)
      await expect(provider.readEvents(rawBody, { [name]: forged }), forged).rejects.toThrow(InvalidSignature)
  })
}
