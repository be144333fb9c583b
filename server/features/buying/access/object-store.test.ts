import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createContent } from '../../../../contract/content.ts'
import { downloadContent, verifyPurchase } from '../../../../contract/purchases.ts'
import { createUpload, getUpload } from '../../../../contract/uploads.ts'
import { startObjectStore } from '../../../../tests/support/object-store.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { createS3FileStore } from '../../../adapters/s3/file-store.ts'

let store: Awaited<ReturnType<typeof startObjectStore>>
beforeAll(async () => {
  store = await startObjectStore()
})
afterAll(() => store.stop())

async function objectStoreFixture({ presignedUrlsEnabled = true } = {}) {
  const w = await createTestApp({
    files: createS3FileStore(await store.newBucket(), { presignedUrlsEnabled }),
  })
  return { w, mara: await w.creator(), fan: w.visitor() }
}

test('a download redirects to the object store until the purchase is refunded', async () => {
  const { w, mara, fan } = await objectStoreFixture()
  const bytes = randomBytes(200_000)
  const item = await mara.publishFile({}, bytes)
  const { paymentIntentId } = await fan.purchase(item.id)
  const query = { payment_intent: paymentIntentId, content_id: item.id }
  const fileUrl = String((await fan.call(verifyPurchase, { query })).body.content.fileUrl)

  const redirect = await w.visitor().send('GET', fileUrl)
  const storeResponse = await fetch(String(redirect.headers.location))
  const headResponse = await w.visitor().send('HEAD', fileUrl)
  await w.sandbox.refund({ paymentId: paymentIntentId, amount: 1_000, reason: 'requested' }, 'refund')
  await w.runPeriodicTasks()
  await w.deliverWebhooks()
  const afterRefund = await w.visitor().send('GET', fileUrl)

  expect(redirect.statusCode).toBe(302)
  expect(redirect.headers['cache-control']).toBe('private, no-store')
  expect(Buffer.from(await storeResponse.arrayBuffer()).equals(bytes)).toBe(true)
  expect(storeResponse.headers.get('content-disposition')).toMatch(/^attachment;/)
  expect(headResponse.statusCode).toBe(200)
  expect(headResponse.headers['content-length']).toBe('200000')
  expect(afterRefund.statusCode).toBe(403)
  expect(afterRefund.json()).toMatchObject({ code: 'purchase_refunded' })
})

test('the specified download call and inline content pass through our server', async () => {
  const { w, mara, fan } = await objectStoreFixture()
  const item = await mara.publishes(
    { accessType: 'view' },
    { name: 'score.pdf', bytes: Buffer.from('%PDF-1.7') },
  )
  const { paymentIntentId } = await fan.purchase(item.id)
  const query = { payment_intent: paymentIntentId, content_id: item.id }
  const fileUrl = String((await fan.call(verifyPurchase, { query })).body.content.fileUrl)

  const download = await fan.call(downloadContent, { params: { id: item.id } })
  const inline = await w.visitor().send('GET', fileUrl, { headers: { range: 'bytes=1-3' } })

  expect(String(download.bytes)).toBe('%PDF-1.7')
  expect(inline.statusCode).toBe(206)
  expect(inline.payload).toBe('PDF')
  expect(inline.headers['content-disposition']).toMatch(/^inline/)
  expect(inline.headers['content-security-policy']).toMatch(/^default-src 'none';/)
  expect(inline.headers['content-security-policy']).not.toContain('sandbox')
})

test('when the store has no public URLs, the bytes pass through our server', async () => {
  const { w, mara, fan } = await objectStoreFixture({ presignedUrlsEnabled: false })
  const item = await mara.publishFile()
  const { paymentIntentId } = await fan.purchase(item.id)
  const query = { payment_intent: paymentIntentId, content_id: item.id }
  const fileUrl = String((await fan.call(verifyPurchase, { query })).body.content.fileUrl)

  const { statusCode, payload } = await w.visitor().send('GET', fileUrl)

  expect(statusCode).toBe(200)
  expect(payload).toBe('the very bytes')
})

test('a resumable upload goes to the store in parts, and its hash is right', async () => {
  const { w, mara } = await objectStoreFixture()
  const bytes = randomBytes(19 * 1024 ** 2)
  const version = { 'tus-resumable': '1.0.0' }
  const created = await mara.send('POST', createUpload.path, {
    headers: { ...version, 'upload-length': String(bytes.length) },
  })
  const address = String(created.headers.location)
  const before = store.requests.length

  for (const [start, end] of [
    [0, 5_000_000],
    [5_000_000, 12_000_000],
    [12_000_000, bytes.length],
  ] as const) {
    const sent = await mara.send('PATCH', address, {
      headers: {
        ...version,
        'upload-offset': String(start),
        'content-type': 'application/offset+octet-stream',
      },
      payload: bytes.subarray(start, end),
    })
    expect(sent.headers['upload-offset']).toBe(String(end))
  }

  const uploadId = address.split('/').at(-1) ?? ''
  const { body } = await mara.call(getUpload, { params: { uploadId } })
  expect(body.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  const parts = store.requests.slice(before).filter((request) => request.includes('partNumber='))
  expect(parts).toHaveLength(3)
  const item = await mara.form(createContent.path, [
    { name: 'title', value: 'Film' },
    { name: 'price', value: '5.00' },
    { name: 'uploadId', value: uploadId },
  ])
  expect(item.status).toBe(200)
  expect(await w.ports.fileStore.open(`files/${uploadId}`)).toBeDefined()
})
