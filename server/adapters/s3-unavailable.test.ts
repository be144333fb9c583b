/**
 * Failing object stores, one by one; `store-unavailable.test.ts` has the whole in the gate.
 *
 * @module-tag long
 */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { type Fault, startBrokenStore } from '../../tests/support/broken-store.ts'
import { startLyingStore } from '../../tests/support/lying-store.ts'
import { startObjectStore } from '../../tests/support/object-store.ts'
import { type FileStore, StoreUnavailableError } from '../ports/file-store.ts'
import { createS3FileStore } from './s3/file-store.ts'

const timeouts = { connectMs: 300, idleMs: 200 }
const limit = { maxBytes: 1_000 }
const bytes = () => Readable.from([Buffer.from('bytes')])
const key = 'files/1'
const upload = { key, storeState: JSON.stringify({ uploadId: 'u', parts: ['e'], tail: 0 }) }

const methods: Record<string, (store: FileStore) => Promise<unknown>> = {
  put: (store) => store.put(key, bytes(), limit),
  open: (store) => store.open(key),
  remove: (store) => store.remove(key),
  append: (store) =>
    store.append({ key, storeState: '' }, bytes(), {
      offset: 0,
      size: 5,
      onStored: () => undefined,
      saveState: async () => undefined,
    }),
  complete: (store) => store.complete(upload),
  abort: (store) => store.abort(upload),
  list: async (store) => {
    for await (const _ of store.list('files/')) break
  },
  abortStaleUploads: (store) => store.abortStaleUploads(new Date()),
  presignedUrl: async (store) => store.presignedUrl?.(key, { name: 'a', type: 'a/b', expiresInSeconds: 60 }),
}

async function brokenBy(error: Fault) {
  const broken = await startBrokenStore(error)
  onTestFinished(broken.stop)
  return createS3FileStore(broken.settings, { presignedUrlsEnabled: true, timeouts })
}

test.each<Fault>(['hangs', 'answers 500', 'answers a proxy’s page', 'refuses the keys'])(
  'every method throws StoreUnavailableError while the store %s',
  async (error) => {
    const store = await brokenBy(error)

    for (const [name, call] of Object.entries(methods))
      await expect(call(store), name).rejects.toThrow(StoreUnavailableError)
  },
)

test('a store that refuses connections throws StoreUnavailableError, and so does a missing bucket', async () => {
  const settings = { region: 'auto', bucket: 'none', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  const refusing = createS3FileStore(
    { ...settings, endpoint: 'http://127.0.0.1:1' },
    { presignedUrlsEnabled: true, timeouts },
  )
  const real = await startObjectStore()
  onTestFinished(real.stop)
  const bucketless = createS3FileStore(
    { ...settings, endpoint: real.endpoint },
    { presignedUrlsEnabled: true, timeouts },
  )

  for (const call of [methods.put, methods.open]) {
    await expect(call?.(refusing)).rejects.toThrow(StoreUnavailableError)
    await expect(call?.(bucketless)).rejects.toThrow(StoreUnavailableError)
  }
})

test('the message begins with the HTTP status when a proxy answers with a page', async () => {
  const store = await brokenBy('answers a proxy’s page')

  await expect(store.open(key)).rejects.toThrow(/^GetObject was answered HTTP 502/)
})

test('a file whose bytes stop in the middle fails with StoreUnavailableError', async () => {
  const store = await brokenBy('stops in the middle')

  const half = await store.open(key)

  await expect(half && buffer(half)).rejects.toThrow(StoreUnavailableError)
})

test('a store that has nothing of what it accepted fails with StoreUnavailableError', async () => {
  const lying = await startLyingStore()
  onTestFinished(lying.stop)
  const store = createS3FileStore(await lying.newBucket(), { presignedUrlsEnabled: false })
  lying.lies('keeps nothing')

  await expect(store.put(key, bytes(), limit)).rejects.toThrow(StoreUnavailableError)
})

test('a reader who pauses longer than the idle timeout still gets the whole file', {
  tags: ['long'],
}, async () => {
  const real = await startObjectStore()
  onTestFinished(real.stop)
  const bucket = await real.newBucket()
  const store = createS3FileStore(bucket, { presignedUrlsEnabled: false, timeouts })
  const size = 8 * 1024 ** 2
  // A busy machine may take longer than the idle timeout to store it.
  await createS3FileStore(bucket, { presignedUrlsEnabled: false }).put(
    key,
    Readable.from([Buffer.alloc(size, 'x')]),
    { maxBytes: size },
  )

  const slow = await store.open(key)
  await new Promise((done) => setTimeout(done, 3 * timeouts.idleMs))

  expect((slow && (await buffer(slow)))?.length).toBe(size)
})

test('a sender who disconnects is not an error of the store', async () => {
  const real = await startObjectStore()
  onTestFinished(real.stop)
  const store = createS3FileStore(await real.newBucket(), { presignedUrlsEnabled: false })
  const broken = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
  async function* half() {
    yield Buffer.from('half')
    throw broken
  }

  await expect(store.put(key, Readable.from(half()), limit)).rejects.toBe(broken)
})
