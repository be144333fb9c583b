import { expect, test } from 'vitest'
import { InvalidSignatureError } from '../payment-provider.ts'
import { type CreateFixture, newKey, paymentRequest } from './fixture.ts'

export function webhookContractTests(open: CreateFixture) {
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
