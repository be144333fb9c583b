/**
 * An object store that lies; `damaged-file.test.ts` has damaged files in the gate.
 *
 * @module-tag long
 */
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { bytes, purchaseFixture, requestTwice } from '../../../../tests/support/damaged-file-fixture.ts'
import { type Lie, readingLies, startLyingStore } from '../../../../tests/support/lying-store.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { createS3FileStore } from '../../../adapters/s3/file-store.ts'
import { files } from '../../../db/schema/index.ts'

let store: Awaited<ReturnType<typeof startLyingStore>>
beforeAll(async () => {
  store = await startLyingStore()
})
afterAll(() => store.stop())

async function objectStoreFixture() {
  const bucket = await store.newBucket()
  onTestFinished(() => store.lies(undefined))
  return purchaseFixture(createS3FileStore(bucket, { presignedUrlsEnabled: false }))
}

test.each(readingLies)('an object store that %s breaks no other answer', async (lie) => {
  const bought = await objectStoreFixture()
  store.lies(lie)

  const sent = await requestTwice(bought, bought.fileUrl, { accept: 'application/json' })
  const range = await requestTwice(bought, bought.fileUrl, {
    range: 'bytes=100-199',
    accept: 'application/json',
  })

  for (const answer of [sent, range]) expect(answer.next).toMatch(/^(closed|HTTP\/1\.1 200 OK)$/)
  const isWhole = lie === 'ignores ranges'
  expect(sent.status === 200 && sent.body.equals(bytes)).toBe(isWhole)
  expect(range.status === 206 && range.body.equals(bytes.subarray(100, 200))).toBe(isWhole)
})

test.each<Lie>([
  'sends half of the file',
  'sends an empty file',
  'sends more than the file',
  'sends half of the file in chunks',
])('a buyer is refunded when an object store %s', async (lie) => {
  const bought = await objectStoreFixture()
  store.lies(lie)
  await requestTwice(bought, bought.fileUrl)

  await bought.sweeps()

  expect(await bought.refunded()).toEqual([1000])
})

test('an object store that accepts a file and keeps nothing refuses the upload', async () => {
  const bucket = await store.newBucket()
  onTestFinished(() => store.lies(undefined))
  const w = await createTestApp({ files: createS3FileStore(bucket, { presignedUrlsEnabled: false }) })
  const mara = await w.creator()
  store.lies('keeps nothing')

  await expect(mara.publishFile()).rejects.toThrow(/503/)
})

test('a presigned address and a proxy’s path are not given for a damaged file', async () => {
  const bucket = await store.newBucket()
  const presigning = await purchaseFixture(createS3FileStore(bucket, { presignedUrlsEnabled: true }))
  const [file] = await presigning.w.db.select().from(files)
  const download = presigning.fileUrl
  const { fileStore } = presigning.w.ports
  await fileStore.remove(file?.key ?? '')
  await fileStore.put(file?.key ?? '', Readable.from([bytes.subarray(1)]), { maxBytes: bytes.length })

  expect((await presigning.w.visitor().send('GET', download)).statusCode).toBe(503)
})
