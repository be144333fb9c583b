import { expect, test } from 'vitest'
import { createContent, deleteContent } from '../../../../contract/content.ts'
import { bulkPublish, updateContent } from '../../../../contract/content-editing.ts'
import { limits } from '../../../../contract/limits.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { getStorage } from '../../../../contract/uploads.ts'
import { upgradeToPro } from '../../../../tests/support/test-app/subscription-client.ts'
import { createTusClient, uploadFixture } from '../../../../tests/support/tus-client.ts'
import { deleteUnreferencedFiles } from '../content/update-content.ts'

const KB = 1024
const smallQuotas = { QUOTA_STORED_BYTES: String(100 * KB), QUOTA_STORED_BYTES_PRO: String(200 * KB) }
const fileOf = (bytes: number) => ({ name: 'a.bin', bytes: Buffer.alloc(bytes, 'x') })
const form = (bytes: number) => [
  { name: 'title', value: 'Loops' },
  { name: 'price', value: '10.00' },
  { name: 'file', fileName: 'a.bin', bytes: Buffer.alloc(bytes, 'x') },
]

test('an upload over the quota is rejected before its first byte, with figures and advice', async () => {
  const { mara, begins } = await uploadFixture(smallQuotas)
  await mara.publishes({ kind: 'file' }, fileOf(60 * KB))

  const over = (await begins(41 * KB)).answer
  const exact = (await begins(40 * KB)).answer

  expect(over.statusCode).toBe(403)
  const message =
    'This file doesn’t fit: you’ve used 60 KB of 100 KB. Delete items you no longer need (their space is free about a day later) or get Pro for 200 KB.'
  expect(over.json()).toMatchObject({ code: 'quota_exceeded', message, fields: { file: message } })
  expect(exact.statusCode).toBe(201)
})

test('concurrent uploads cannot exceed the quota together', async () => {
  const { mara, begins } = await uploadFixture(smallQuotas)

  const uploads = await Promise.all(Array.from({ length: 16 }, () => begins(30 * KB)))

  expect(uploads.filter(({ answer }) => answer.statusCode === 201)).toHaveLength(3)
  expect((await mara.call(getStorage)).body.usedBytes).toBe(90 * KB)
})

test('concurrent uploads cannot exceed the number of open uploads', async () => {
  const { begins } = await uploadFixture()

  const uploads = await Promise.all(Array.from({ length: limits.maxOpenUploads + 10 }, () => begins(10)))

  expect(uploads.filter(({ answer }) => answer.statusCode === 201)).toHaveLength(limits.maxOpenUploads)
})

test('unfinished uploads have a separate limit, and canceling one frees its bytes', async () => {
  const { begins, drops } = await uploadFixture({ QUOTA_OPEN_UPLOAD_BYTES: String(50 * KB) })
  const { id } = await begins(40 * KB)

  const over = (await begins(11 * KB)).answer
  await drops(id)
  const again = (await begins(50 * KB)).answer

  expect(over.json()).toMatchObject({
    code: 'quota_exceeded',
    fields: { file: expect.stringContaining('your unfinished uploads take up 40 KB of 50 KB') },
  })
  expect(again.statusCode).toBe(201)
})

test('a form’s file over the quota is rejected and not stored', async () => {
  const { mara } = await uploadFixture(smallQuotas)

  const over = await mara.form(createContent.path, form(101 * KB))
  const { body: after } = await mara.call(getStorage)
  const exact = await mara.form(createContent.path, form(100 * KB))

  expect(over.status).toBe(403)
  expect(over.body).toMatchObject({
    code: 'quota_exceeded',
    fields: { file: expect.stringContaining('doesn’t fit') },
  })
  expect(after).toMatchObject({ usedBytes: 0, itemCount: 0 })
  expect(exact.status).toBe(200)
  expect((await mara.call(getStorage)).body).toEqual({
    usedBytes: 100 * KB,
    maxBytes: 100 * KB,
    remainingBytes: 0,
    proMaxBytes: 200 * KB,
    itemCount: 1,
    maxItems: 2_000,
  })
})

test('a form longer than the remaining quota is rejected before its file is read', async () => {
  const { w, mara } = await uploadFixture(smallQuotas)
  w.ports.fileStore.put = () => Promise.reject(new Error('Nothing may be stored'))

  const { status, body } = await mara.form(createContent.path, form(20 * KB * KB))

  expect([status, body]).toMatchObject([403, { code: 'quota_exceeded' }])
})

test('files of concurrent forms cannot exceed the quota together', async () => {
  const { mara } = await uploadFixture(smallQuotas)

  const sent = await Promise.all(
    Array.from({ length: 8 }, () => mara.form(createContent.path, form(30 * KB))),
  )

  const published = sent.filter(({ status }) => status === 200).length
  expect(published).toBeGreaterThan(0)
  expect((await mara.call(getStorage)).body).toMatchObject({ usedBytes: published * 30 * KB })
  expect(published).toBeLessThanOrEqual(3)
})

test('a replaced or deleted file counts until it is removed from the store', async () => {
  const { w, mara } = await uploadFixture(smallQuotas)
  const item = await mara.publishes({ kind: 'file' }, fileOf(40 * KB))
  const url = buildUrl(updateContent, { params: { id: item.id } })
  const usedBytes = async () => (await mara.call(getStorage)).body.usedBytes

  const replaced = await mara.form(url, form(50 * KB), 'PATCH')
  const beforeRemoval = await usedBytes()
  const over = await mara.form(url, form(11 * KB), 'PATCH')
  w.clock.advance(2 * 24 * 3_600_000)
  await deleteUnreferencedFiles(w.ports)
  const afterRemoval = await usedBytes()
  await mara.call(deleteContent, { params: { id: item.id } })
  const deleted = await usedBytes()
  await deleteUnreferencedFiles(w.ports)
  w.clock.advance(2 * 24 * 3_600_000)
  await deleteUnreferencedFiles(w.ports)

  expect([replaced.status, over.status]).toEqual([200, 403])
  expect([beforeRemoval, afterRemoval, deleted, await usedBytes()]).toEqual([90 * KB, 50 * KB, 50 * KB, 0])
})

test('items have a limit, drafts count, and deleting one frees space', async () => {
  const { mara } = await uploadFixture({ QUOTA_ITEMS: '2' })
  const first = await mara.publishText()
  await mara.publishText({ status: 'draft' })
  const publishThird = () =>
    mara.form(createContent.path, [
      ...Object.entries({ kind: 'text', title: 'Third', price: '1.00', textContent: 'x' }).map(
        ([name, value]) => ({ name, value }),
      ),
    ])

  const over = await publishThird()
  await mara.call(deleteContent, { params: { id: first.id } })
  const again = await publishThird()

  expect(over.status).toBe(403)
  expect(over.body).toMatchObject({
    code: 'quota_exceeded',
    message: 'You have 2 of 2 items. Delete items you no longer need, or get Pro for 50,000.',
  })
  expect(again.status).toBe(200)
})

test('concurrently published items cannot exceed the limit, and a rejected upload can be published later', async () => {
  const { mara, begins, sends, publish } = await uploadFixture({ QUOTA_ITEMS: '3' })
  const ids = await Promise.all(Array.from({ length: 6 }, async () => (await begins(5)).id))
  for (const id of ids) await sends(id, 0, Buffer.from('01234'))

  const responses = await Promise.all(ids.map((id) => publish(id)))
  const refused = ids.filter((_, index) => responses[index]?.status === 403)
  const published = responses.find(({ status }) => status === 200)
  await mara.call(deleteContent, { params: { id: published?.body.id ?? 0 } })
  const later = await publish(refused[0] ?? '')

  expect(refused).toHaveLength(3)
  expect(later.status).toBe(200)
})

test('Pro has a larger quota, and a bulk publish reports the items over the limit', async () => {
  const { mara, begins, sends } = await uploadFixture({ ...smallQuotas, QUOTA_ITEMS_PRO: '1' })
  const refused = (await begins(150 * KB)).answer.statusCode
  await upgradeToPro(mara)
  const accepted = (await begins(150 * KB)).answer.statusCode
  const ids = [await begins(5), await begins(5)].map(({ id }) => id)
  for (const id of ids) await sends(id, 0, Buffer.from('01234'))

  const { body } = await mara.call(bulkPublish, {
    body: { price: '10.00', items: ids.map((uploadId) => ({ uploadId, title: 'Loops' })) },
  })

  expect([refused, accepted]).toEqual([403, 201])
  expect(body.results.map(({ error }) => error?.code)).toEqual([undefined, 'quota_exceeded'])
})

test('one creator’s files do not count toward another’s quota', async () => {
  const { w, mara } = await uploadFixture(smallQuotas)
  await mara.publishes({ kind: 'file' }, fileOf(100 * KB))
  const jonas = await w.creator('jonas@example.com')

  expect((await createTusClient(jonas).begins(100 * KB)).answer.statusCode).toBe(201)
})
