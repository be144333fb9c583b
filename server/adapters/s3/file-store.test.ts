import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startObjectStore } from '../../../tests/support/object-store.ts'
import { fileStoreContractTests } from '../../ports/file-store.contract-test.ts'
import type { FileStore } from '../../ports/file-store.ts'
import { createS3FileStore } from './file-store.ts'

let store: Awaited<ReturnType<typeof startObjectStore>>
beforeAll(async () => {
  store = await startObjectStore()
})
afterAll(() => store.stop())

const open = async (): Promise<FileStore> =>
  createS3FileStore(await store.newBucket(), { presignedUrlsEnabled: true })
const largeLimit = { maxBytes: 1024 ** 3 }

fileStoreContractTests('files in an object store', open)

test('a presigned URL downloads the file as an attachment', async () => {
  const files = await open()
  await files.put('files/handed', Readable.from([Buffer.from('the very bytes')]), largeLimit)

  const address = await files.presignedUrl?.('files/handed', {
    name: 'dusk “24” 🌅.zip',
    type: 'application/zip',
    expiresInSeconds: 60,
  })
  const response = await fetch(String(address))

  expect(await response.text()).toBe('the very bytes')
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; .*filename\*=UTF-8''dusk%20/)
  expect(response.headers.get('content-type')).toBe('application/zip')
  expect(new URL(String(address)).searchParams.get('X-Amz-Expires')).toBe('60')
})

test('a missing file has no presigned URL', async () => {
  const files = await open()

  expect(
    await files.presignedUrl?.('files/none', { name: 'a', type: 'a/b', expiresInSeconds: 60 }),
  ).toBeUndefined()
})

test('a store that browsers cannot use returns no presigned URL', async () => {
  expect(
    createS3FileStore(await store.newBucket(), { presignedUrlsEnabled: false }).presignedUrl,
  ).toBeUndefined()
})

test('an unresponsive store throws an error, and its files do not count as missing', async () => {
  const unreachable = createS3FileStore(
    { ...(await store.newBucket()), endpoint: 'http://127.0.0.1:1' },
    { presignedUrlsEnabled: true },
  )

  await expect(unreachable.open('files/x')).rejects.toThrow()
  await expect(unreachable.put('files/x', Readable.from([Buffer.from('x')]), largeLimit)).rejects.toThrow()
})

test('a large form is uploaded in parts', async () => {
  const files = await open()
  const before = store.requests.length

  await files.put(
    'files/large',
    Readable.from(Array.from({ length: 20 }, () => Buffer.alloc(1024 ** 2))),
    largeLimit,
  )

  const parts = store.requests.slice(before).filter((asked) => asked.includes('partNumber='))
  expect(parts).toHaveLength(3)
})
