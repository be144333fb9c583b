import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { createContent, listContent } from '../../../../contract/content.ts'
import { downloadContent } from '../../../../contract/purchases.ts'
import { getUpload } from '../../../../contract/uploads.ts'
import type { CreatorClient, TestApp } from '../../../../tests/support/test-app.ts'
import { sendPartialChunk, sha256, uploadFixture } from '../../../../tests/support/tus-client.ts'
import { uploads } from '../../../db/schema/index.ts'
import { dropHash } from './incremental-hash.ts'

test('a file uploaded in chunks is published, and its buyer gets the same bytes', async () => {
  const { w, mara, publish, begins, sends, asks } = await uploadFixture()
  const bytes = randomBytes(300_000)

  const { answer, id } = await begins(bytes.length, 'dusk “24” 🌅.zip')
  const first = await sends(id, 0, bytes.subarray(0, 100_000))
  const afterFirstChunk = await asks(id)
  const second = await sends(id, 100_000, bytes.subarray(100_000))
  const upload = await mara.call(getUpload, { params: { uploadId: id } })
  const { status, body } = await publish(id)

  expect(answer.statusCode).toBe(201)
  expect(first.headers['upload-offset']).toBe('100000')
  expect(afterFirstChunk.headers).toMatchObject({ 'upload-offset': '100000', 'upload-length': '300000' })
  expect([first.statusCode, afterFirstChunk.statusCode, second.statusCode]).toEqual([204, 200, 204])
  expect(upload.body).toMatchObject({ name: 'dusk “24” 🌅.zip', offset: 300_000, sha256: sha256(bytes) })
  expect(status).toBe(200)
  expect(body).toMatchObject({ fileName: 'dusk “24” 🌅.zip', fileSize: 300_000 })
  const fan = w.visitor()
  await fan.purchase(body.id)
  expect((await fan.call(downloadContent, { params: { id: body.id } })).bytes.equals(bytes)).toBe(true)
})

test('thirty small files dropped at once all arrive, though each is asked for three times meanwhile', async () => {
  const { mara, begins, sends } = await uploadFixture()
  const files = Array.from({ length: 30 }, (_, number) => ({
    name: `${number}.wav`,
    bytes: randomBytes(2_000),
  }))

  const ids = await Promise.all(
    files.map(async ({ name, bytes }) => {
      const { id } = await begins(bytes.length, name)
      const read = () => mara.call(getUpload, { params: { uploadId: id } })
      await Promise.all([sends(id, 0, bytes), read(), read(), read()])
      return id
    }),
  )
  const parts = JSON.stringify(ids.map((uploadId) => ({ kind: 'file', uploadId })))
  const { status, body } = await mara.form(createContent.path, [
    { name: 'title', value: 'Loops' },
    { name: 'price', value: '10.00' },
    { name: 'parts', value: parts },
  ])

  expect([status, body.partCounts?.file]).toEqual([200, 30])
  const sums = await Promise.all(
    ids.map(async (uploadId) => (await mara.call(getUpload, { params: { uploadId } })).body.sha256),
  )
  expect(sums).toEqual(files.map(({ bytes }) => sha256(bytes)))
})

test('a lost connection loses no stored bytes', async () => {
  const { w, mara, begins, sends, asks } = await uploadFixture()
  const bytes = randomBytes(3_000_000)
  const { id } = await begins(bytes.length)

  await sendAndDisconnect(w, mara, { id, at: 0, size: bytes.length, bytes: bytes.subarray(0, 1_300_000) })
  await vi.waitFor(async () => expect((await asks(id)).headers['upload-offset']).toBe('1300000'), {
    timeout: 10_000,
  })
  await sends(id, 1_300_000, bytes.subarray(1_300_000))

  expect((await mara.call(getUpload, { params: { uploadId: id } })).body.sha256).toBe(sha256(bytes))
})

test('a resumed upload does not wait for its previous connection to time out', async () => {
  const { w, mara, begins, sends, asks } = await uploadFixture()
  const bytes = randomBytes(2_000_000)
  const { id } = await begins(bytes.length)
  const deadConnection = await sendPartialChunk(w, mara, {
    id,
    at: 0,
    size: bytes.length,
    bytes: bytes.subarray(0, 1_100_000),
  })
  await vi.waitFor(async () =>
    expect(await w.ports.fileStore.uploadedBytes({ key: `files/${id}`, storeState: '' })).toBeGreaterThan(0),
  )

  const { headers } = await asks(id)
  const at = Number(headers['upload-offset'])
  await sends(id, at, bytes.subarray(at))

  expect(at).toBe(1_100_000)
  expect((await mara.call(getUpload, { params: { uploadId: id } })).body.sha256).toBe(sha256(bytes))
  deadConnection.destroy()
})

test('after a restart, the bytes that were not hashed yet are read from the store', async () => {
  const { mara, begins, sends } = await uploadFixture()
  const bytes = randomBytes(2_500_000)
  const { id } = await begins(bytes.length)
  await sends(id, 0, bytes.subarray(0, 1_000_000))

  dropHash(id)
  await sends(id, 1_000_000, bytes.subarray(1_000_000))

  expect((await mara.call(getUpload, { params: { uploadId: id } })).body.sha256).toBe(sha256(bytes))
})

test('a server killed after the last byte finishes the upload with the form', async () => {
  const { w, begins, sends, publish } = await uploadFixture()
  const bytes = randomBytes(500_000)
  const { id } = await begins(bytes.length)
  await sends(id, 0, bytes.subarray(0, 400_000))
  // In the file store only: the row has not been updated.
  await w.ports.fileStore.append(
    { key: `files/${id}`, storeState: '' },
    Readable.from([bytes.subarray(400_000)]),
    {
      offset: 400_000,
      size: bytes.length,
      onStored: () => undefined,
      saveState: async () => undefined,
    },
  )

  const { status, body } = await publish(id)

  expect(status).toBe(200)
  expect(body).toMatchObject({ fileSize: 500_000 })
})

test('an invalid form keeps its upload, a repeated form creates one item, and no other item gets the file', async () => {
  const { mara, begins, sends, publish } = await uploadFixture()
  const { id } = await begins(10)
  await sends(id, 0, Buffer.from('0123456789'))

  const invalid = await publish(id, mara, { price: 'much' })
  const [first, second] = await Promise.all([publish(id), publish(id)])
  const again = await publish(id)

  expect(invalid.status).toBe(400)
  const responses = [first, second].map(({ status }) => status).toSorted()
  expect(responses[0]).toBe(200)
  expect([200, 404]).toContain(responses[1])
  expect(again.status).toBe(200)
  const { body } = await mara.call(listContent)
  expect(body).toHaveLength(1)
  expect(again.body.id).toBe(body[0]?.id)
})

test('a process whose upload was taken over writes no more bytes', async () => {
  const { w, begins, sends } = await uploadFixture()
  const { id } = await begins(10)
  const { append } = w.ports.fileStore
  w.ports.fileStore.append = async (upload, bytes, options) => {
    await w.db.update(uploads).set({ fencingToken: 99 }).where(eq(uploads.id, id))
    await options.saveState('stale')
    return append(upload, bytes, options)
  }

  const { statusCode, body } = await sends(id, 0, Buffer.from('01234'))

  expect(statusCode).toBe(423)
  expect(JSON.parse(body)).toMatchObject({
    message: 'This file is already being uploaded in another window.',
  })
  const [row] = await w.db.select().from(uploads)
  expect(row?.storeState).toBe('')
})

async function sendAndDisconnect(
  w: TestApp,
  client: CreatorClient,
  chunk: Parameters<typeof sendPartialChunk>[2],
): Promise<void> {
  const sending = await sendPartialChunk(w, client, chunk)
  await vi.waitFor(async () =>
    expect(
      await w.ports.fileStore.uploadedBytes({ key: `files/${chunk.id}`, storeState: '' }),
    ).toBeGreaterThan(0),
  )
  sending.destroy()
}
