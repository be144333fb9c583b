import { expect, test } from 'vitest'
import { InvalidSignature } from '../payment-provider.ts'
import { newKey, type Open, order } from './opened.ts'

export function eventSentences(open: Open) {
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
