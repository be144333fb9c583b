import { expect, test } from 'vitest'
import { sandboxFixture } from '../../../tests/support/test-sandbox.ts'
import { paymentProviderContractTests } from '../../ports/payment-provider.contract-test.ts'
import { InvalidSignatureError } from '../../ports/payment-provider.ts'
import { sign, signatureHeader } from './events.ts'
import { type SandboxOptions, sandboxProvider } from './provider.ts'

paymentProviderContractTests('the sandbox', async () => {
  const { sandbox, secret, now } = await sandboxFixture()
  return {
    provider: sandbox,
    async pay({ clientSecret }) {
      await sandbox.confirm({ clientSecret, card: 'paid', receiptEmail: '', returnUrl: '/success' })
    },
    async webhook({ paymentId }) {
      const rawBody = Buffer.from(
        JSON.stringify({ id: 'evt_1', type: 'payment.succeeded', data: { object: { id: paymentId } } }),
      )
      return { rawBody, headers: { [signatureHeader]: sign(secret, rawBody, now()) } }
    },
  }
})

const order = {
  checkoutId: '1',
  contentId: 2,
  amount: 500,
  currency: 'USD',
  description: 'Sunset pack',
}

test('the sandbox’s ids and secrets have their own prefix', async () => {
  const { sandbox } = await sandboxFixture()

  const { paymentId, clientSecret } = await sandbox.createPayment(order, 'pi:1')

  expect(paymentId).toMatch(/^pi_sbx_[0-9a-f]{24}$/)
  expect(clientSecret).toMatch(new RegExp(`^${paymentId}_secret_[A-Za-z0-9_-]{32}$`))
})

test('a currency other than the instance’s is rejected', async () => {
  const { sandbox } = await sandboxFixture()

  await expect(sandbox.createPayment({ ...order, currency: 'EUR' }, 'pi:1')).rejects.toThrow('charges in USD')
})

test.each(['', '   ', 'short'])('the secret %o is rejected at the start', (secret) => {
  const options = { secret } as SandboxOptions

  expect(() => sandboxProvider(options)).toThrow('at least 16 characters')
})

test('a signature is valid from five minutes before its time to five minutes after', async () => {
  const { sandbox, secret, now, advanceSeconds } = await sandboxFixture()
  const rawBody = Buffer.from('{"id":"evt_1","type":"payment.failed","data":{"object":{"id":"pi_1"}}}')
  const headers = { [signatureHeader]: sign(secret, rawBody, now()) }

  advanceSeconds(300)
  expect(await sandbox.parseWebhook(rawBody, headers)).toHaveLength(1)
  advanceSeconds(1)
  await expect(sandbox.parseWebhook(rawBody, headers)).rejects.toThrow(InvalidSignatureError)
  advanceSeconds(-602)
  await expect(sandbox.parseWebhook(rawBody, headers)).rejects.toThrow(InvalidSignatureError)
})

test('a signed event of an unknown type refers to nothing', async () => {
  const { sandbox, secret, now } = await sandboxFixture()
  const rawBody = Buffer.from('{"id":"evt_1","type":"moon.full","data":{"object":{"id":"m_1"}}}')

  expect(await sandbox.parseWebhook(rawBody, { [signatureHeader]: sign(secret, rawBody, now()) })).toEqual([])
})

test.each(['', 'null', '[]', '{}', '{"id":1}', 'not json'])(
  'the signed payload %o is not an event',
  async (text) => {
    const { sandbox, secret, now } = await sandboxFixture()
    const rawBody = Buffer.from(text)

    const reading = sandbox.parseWebhook(rawBody, { [signatureHeader]: sign(secret, rawBody, now()) })

    await expect(reading).rejects.toThrow(InvalidSignatureError)
  },
)
