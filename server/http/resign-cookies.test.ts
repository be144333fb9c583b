import { expect, onTestFinished, test } from 'vitest'
import { getUser } from '../../contract/accounts.ts'
import { verifyPurchase } from '../../contract/purchases.ts'
import { createHttpClient } from '../../tests/support/test-app/http-client.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'
import { buildApp } from '../app.ts'
import { decryptClientSecret, encryptClientSecret } from '../features/purchases/access-token.ts'

const oldSecret = '0123456789abcdef'.repeat(2)
const newSecret = 'fedcba9876543210'.repeat(2)

/** A process of the same instance with another SESSION_SECRET. */
async function restartedWith(w: TestApp, [secret = '', ...previousSecrets]: Array<string>) {
  const config = { ...w.ports.config, sessionSecret: secret, previousSecrets }
  const ports = { ...w.ports, secret, config }
  const renderer = { render: async () => ({ status: 404, html: '' }), sharedPage: () => undefined }
  const { app } = await buildApp(ports, { renderer, version: '0.0.0' })
  onTestFinished(() => app.close())
  const withCookies = (cookies: Map<string, string>) => {
    const client = createHttpClient(app)
    for (const [name, value] of cookies) client.cookies.set(name, value)
    return client
  }
  return { ports, withCookies }
}

test('a session survives a new SESSION_SECRET while the one before is listed, and ends when it is not', async () => {
  const w = await createTestApp({ env: { SESSION_SECRET: oldSecret } })
  const { cookies } = await w.creator()

  const during = await restartedWith(w, [newSecret, oldSecret])
  const after = await restartedWith(w, [newSecret])
  const statusIn = async ({ withCookies }: typeof during) => (await withCookies(cookies).call(getUser)).status

  expect(await statusIn(during)).toBe(200)
  expect(await statusIn(after)).toBe(401)
})

test('a cookie with a forged signature stays signed out', async () => {
  const w = await createTestApp({ env: { SESSION_SECRET: oldSecret } })
  const { cookies } = await w.creator()
  const forged = new Map([...cookies].map(([name, value]) => [name, `x${value}`]))

  const during = await restartedWith(w, [newSecret, oldSecret])

  expect((await during.withCookies(forged).call(getUser)).status).toBe(401)
})

test('file URLs and stored client secrets work with a replaced secret, not with an unknown one', async () => {
  const w = await createTestApp({ env: { SESSION_SECRET: oldSecret } })
  const item = await (await w.creator()).publishFile()
  const fan = w.visitor()
  const { paymentIntentId } = await fan.purchase(item.id)
  const query = { payment_intent: paymentIntentId, content_id: item.id }
  const { content } = (await fan.call(verifyPurchase, { query })).body
  const encrypted = encryptClientSecret({ secret: oldSecret }, 'pi_1_secret')
  const outcomeIn = async ({ ports, withCookies }: Awaited<ReturnType<typeof restartedWith>>) => {
    const visitor = withCookies(new Map())
    const file = await visitor.send('GET', content.fileUrl ?? '')
    return {
      file: file.statusCode,
      secret: decryptClientSecret(ports, encrypted),
    }
  }

  const known = await outcomeIn(await restartedWith(w, [newSecret, oldSecret]))
  const unknown = await outcomeIn(await restartedWith(w, [newSecret]))

  expect(known).toMatchObject({ file: 200, secret: 'pi_1_secret' })
  expect(unknown).toMatchObject({ file: 404, secret: undefined })
})
