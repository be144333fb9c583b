import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { verifyPurchase } from '../../../../contract/purchases.ts'
import { startObjectStore } from '../../../../tests/support/object-store.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { createDiskFileStore } from '../../../adapters/disk/file-store.ts'
import { createS3FileStore } from '../../../adapters/s3/file-store.ts'
import { files } from '../../../db/schema/index.ts'
import type { FileStore } from '../../../ports/file-store.ts'

let objects: Awaited<ReturnType<typeof startObjectStore>>
beforeAll(async () => {
  objects = await startObjectStore()
})
afterAll(() => objects.stop())

const minuteMs = 60_000
const rest = 'bytes=4-'

async function purchaseFixture(otherFiles?: FileStore) {
  const w = await createTestApp(otherFiles && { files: otherFiles })
  const item = await (await w.creator()).publishFile({}, Buffer.from('0123456789'))
  const fan = w.visitor()
  const { paymentIntentId } = await fan.purchase(item.id)
  const query = { payment_intent: paymentIntentId, content_id: item.id }
  const url = String((await fan.call(verifyPurchase, { query })).body.content.fileUrl)
  const get = (headers: Record<string, string> = {}) => w.visitor().send('GET', url, { headers })
  const etag = String((await w.visitor().send('HEAD', url)).headers.etag)
  const [file] = await w.db.select().from(files)
  return { w, paymentIntentId, get, etag, key: file?.key ?? '' }
}

test('the rest of a download is sent for a day, and the whole file for ten minutes', async () => {
  const { w, get, etag } = await purchaseFixture()
  w.clock.advance(11 * minuteMs)

  const resumed = await get({ range: rest, 'if-range': etag })
  const refused = [
    await get(),
    await get({ range: rest }),
    await get({ 'if-range': etag }),
    await get({ range: rest, 'if-range': '"another file"' }),
    await get({ range: rest, 'if-range': '' }),
    await get({ range: 'bytes=0-1,3-4', 'if-range': etag }),
    await get({ range: 'pages=1-2', 'if-range': etag }),
  ]
  w.clock.advance(24 * 60 * minuteMs - 11 * minuteMs - 1_000)
  const late = await get({ range: rest, 'if-range': etag })
  w.clock.advance(2_000)
  const tooLate = await get({ range: rest, 'if-range': etag })

  expect([resumed.statusCode, resumed.payload]).toEqual([206, '456789'])
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403, 403, 403])
  expect([late.statusCode, tooLate.statusCode]).toEqual([206, 403])
})

test('the rest of a refunded download is refused', async () => {
  const { w, get, etag, paymentIntentId } = await purchaseFixture()
  await w.sandbox.refund({ paymentId: paymentIntentId, amount: 1_000, reason: 'requested' }, 'refund')
  await w.runPeriodicTasks()
  await w.deliverWebhooks()
  w.clock.advance(11 * minuteMs)

  const refused = await get({ range: rest, 'if-range': etag })

  expect(refused.json()).toMatchObject({ code: 'purchase_refunded' })
})

test('a download from an object store resumes with the ETag that the store sent', async () => {
  const files = createS3FileStore(await objects.newBucket(), { presignedUrlsEnabled: true })
  const { w, get } = await purchaseFixture(files)
  const first = await fetch(String((await get()).headers.location))
  w.clock.advance(11 * minuteMs)
  const headers = { range: rest, 'if-range': first.headers.get('etag') ?? '' }

  const redirect = await get(headers)
  const resumed = await fetch(String(redirect.headers.location), { headers })

  expect(redirect.statusCode).toBe(302)
  expect([resumed.status, await resumed.text()]).toEqual([206, '456789'])
  expect((await get({ ...headers, 'if-range': '"another file"' })).statusCode).toBe(403)
})

test('a download through nginx resumes with the ETag that nginx sent', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-resumed-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const { w, get, key } = await purchaseFixture(
    createDiskFileStore(folder, { accelRedirectPath: '/_files/' }),
  )
  w.clock.advance(11 * minuteMs)
  const { mtime } = await stat(join(folder, key))
  const etag = `"${Math.floor(mtime.getTime() / 1_000).toString(16)}-a"`

  const resumed = await get({ range: rest, 'if-range': etag })

  expect(resumed.headers['x-accel-redirect']).toBe(`/_files/${key}`)
  expect((await get({ range: rest, 'if-range': '"another file"' })).statusCode).toBe(403)
})
