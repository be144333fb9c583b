import { expect, test } from 'vitest'
import { RefundFailedError } from '../payment-provider.ts'
import { type CreateFixture, newKey, paymentRequest } from './fixture.ts'

export function refundContractTests(open: CreateFixture) {
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
