import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { type Fault, startBrokenStore } from '../../../tests/support/broken-store.ts'
import { StoreUnavailableError } from '../../ports/file-store.ts'
import { type S3Timeouts, s3ErrorMessage } from './client.ts'
import { createS3FileStore } from './file-store.ts'

/** Far apart, so that a busy machine does not take one for another. */
const short: S3Timeouts = { connectMs: 2_000, idleMs: 1_000, repeatWithinMs: 500, probeEveryMs: 500 }

async function storeThat(fault: Fault, timeouts: S3Timeouts = short) {
  const broken = await startBrokenStore(fault)
  onTestFinished(broken.stop)
  const store = createS3FileStore(broken.settings, { presignedUrlsEnabled: false, timeouts })
  const open = (key = 'files/1') => timed(store.open(key))
  return { broken, open }
}

/** What a call ended with, and its milliseconds. */
async function timed(call: Promise<unknown>) {
  const startedAt = performance.now()
  const result = await call.catch((error: unknown) => error)
  return { result, tookMs: performance.now() - startedAt }
}

test('a store that accepts and never answers is waited for three times, then not at all, until it answers', async () => {
  const { broken, open } = await storeThat('hangs')

  const waited = [await open(), await open(), await open()]
  const refused = await open()
  broken.becomes('has no such object')
  await expect.poll(async () => (await open()).result).toBeUndefined()

  for (const { result, tookMs } of waited) {
    expect(result).toBeInstanceOf(StoreUnavailableError)
    expect(tookMs).toBeGreaterThan(900)
  }
  expect(refused.result).toMatchObject({ message: 'The object store has not answered 3 calls in a row' })
  expect(s3ErrorMessage(refused.result, broken.settings)).not.toContain('undefined')
  expect(refused.tookMs).toBeLessThan(500)
})

test('one object that never comes stops no other', async () => {
  const { open } = await storeThat('hangs for files/slow')

  for (const _ of [1, 2, 3]) expect((await open('files/slow')).result).toBeInstanceOf(StoreUnavailableError)

  await expect.poll(async () => (await open('files/other')).result, { timeout: 5_000 }).toBeUndefined()
})

test.each<Fault>(['has no such object', 'refuses the keys', 'answers 500'])(
  'a store that %s answers, so every call reaches it',
  async (fault) => {
    const { broken, open } = await storeThat(fault)

    for (const _ of [1, 2, 3, 4, 5]) await open()
    const before = broken.requests()
    await open()

    expect(broken.requests()).toBeGreaterThan(before)
  },
)

test('whoever waits for a store that hangs waits for six seconds', { tags: ['long'] }, async () => {
  const broken = await startBrokenStore('hangs')
  onTestFinished(broken.stop)
  const store = createS3FileStore(broken.settings, { presignedUrlsEnabled: true })
  const link = { name: 'a', type: 'a/b', expiresInSeconds: 60 }

  const download = await timed(Promise.resolve(store.presignedUrl?.('files/1', link)))
  const upload = await timed(
    store.append({ key: 'files/1', storeState: '' }, Readable.from([Buffer.from('x')]), {
      offset: 0,
      size: 1,
      onStored: () => undefined,
      saveState: async () => undefined,
    }),
  )
  const file = await timed(store.put('files/2', Readable.from([Buffer.alloc(9e6)]), { maxBytes: 1e7 }))

  console.log({ download: download.tookMs, upload: upload.tookMs, file: file.tookMs })
  for (const { result, tookMs } of [download, upload, file]) {
    expect(result).toBeInstanceOf(StoreUnavailableError)
    expect(tookMs).toBeLessThan(8_000)
  }
})
