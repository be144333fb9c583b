import { expect, test } from 'vitest'
import { requestRefund, sendAccessLinks } from '../../contract/access.ts'
import { api } from '../../contract/api.ts'
import { setBuyerEmail } from '../../contract/checkout.ts'
import { downloadContent, getAccess, verifyPurchase } from '../../contract/purchases.ts'
import { requestFor, validFields } from '../support/request-builder.ts'
import { latestSignInCode } from '../support/test-app/creator-client.ts'
import { createTestApp } from '../support/test-app.ts'

test('no token, secret, code or signature is logged, on success, refusals and errors', async () => {
  const lines: Array<string> = []
  const w = await createTestApp({ logTo: (line) => lines.push(line) })
  const creator = await w.creator()
  const code = await latestSignInCode(w.mailbox, 'mara@example.com')
  const item = await creator.publishFile()
  const fan = w.visitor()
  const { paymentIntentId, clientSecret } = await fan.purchase(item.id)
  const query = { payment_intent: paymentIntentId, content_id: item.id }
  const { body } = await fan.call(verifyPurchase, { query, headers: fan.clientSecretHeaders(clientSecret) })
  const token = body.accessUrl.split('/').at(-1) ?? ''
  const fileUrl = body.content.fileUrl ?? ''

  await fan.send('GET', fileUrl)
  await fan.send('GET', `${fileUrl.slice(0, -4)}AAAA`)
  await fan.send('GET', `/access/${token}/file`)
  await fan.call(getAccess, { params: { token } })
  await fan.call(setBuyerEmail, { params: { paymentIntentId }, body: { email: 'fan@example.com' } })
  await fan.call(sendAccessLinks, { body: { email: 'fan@example.com' } })
  await w.deliverWebhooks()
  await w.runJobs()
  await w.runPeriodicTasks()
  // Errors on our side while the URL contains a secret.
  const { open } = w.ports.fileStore
  const broken = () => Promise.reject(new Error('the store is unavailable'))
  Object.assign(w.ports.fileStore, { open: broken })
  await fan.send('GET', fileUrl)
  await fan.send('GET', `/access/${token}/file`)
  await fan.call(downloadContent, { params: { id: item.id } })
  Object.assign(w.ports.fileStore, { open })
  Object.assign(w.ports.paymentProvider, { refund: broken, getPayment: broken })
  await fan.call(requestRefund, { params: { token }, body: { reason: '' } })
  for (const route of Object.values(api).filter(({ transport }) => transport === undefined)) {
    const known = { contentId: item.id, paymentIntentId, clientSecret }
    const request = requestFor(route, validFields(route, known))
    await fan.send(route.method, request.url.replace(/A{43}/, token), {
      ...(request.payload !== undefined && { payload: request.payload }),
      headers: { ...request.headers, ...fan.clientSecretHeaders(clientSecret) },
    })
  }

  const log = lines.join('\n')
  expect(log).toContain('the store is unavailable')
  const cookies = [...fan.cookies.values(), ...creator.cookies.values()].filter((value) => value.length > 20)
  const signature = new URL(fileUrl, 'http://localhost').searchParams.get('signature') ?? ''
  const secrets = [token, clientSecret, clientSecret.split('_secret_')[1] ?? '', signature, ...cookies, code]
  expect(secrets.filter((secret) => secret.length < 6)).toEqual([])
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([])
})

test('access tokens have 256 random bits and are unique', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishText()
  const tokens: Array<string> = []

  for (const email of ['a@example.com', 'b@example.com']) {
    const fan = w.visitor()
    const { paymentIntentId } = await fan.purchase(item.id, { email })
    const query = { payment_intent: paymentIntentId, content_id: item.id }
    tokens.push((await fan.call(verifyPurchase, { query })).body.accessUrl.split('/').at(-1) ?? '')
  }

  expect(tokens.map((token) => Buffer.from(token, 'base64url').length)).toEqual([32, 32])
  expect(new Set(tokens).size).toBe(2)
})
