import { appendFile, truncate, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { downloadContent, verifyPurchase } from '../../../contract/purchases.ts'
import { type Lie, readingLies, startLyingStore } from '../../../tests/support/lying-store.ts'
import { sentEmailsTo } from '../../../tests/support/sent-emails.ts'
import { createTestApp } from '../../../tests/support/test-app.ts'
import { createS3FileStore } from '../../adapters/s3-file-store.ts'
import { files, missingFiles } from '../../db/schema/index.ts'
import type { FileStore } from '../../ports/file-store.ts'
import { verifyFiles } from '../../verify/file-checks.ts'

let store: Awaited<ReturnType<typeof startLyingStore>>
beforeAll(async () => {
  store = await startLyingStore()
})
afterAll(() => store.stop())

const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251))

/** A bought recording that nobody has opened, on a disk unless another store is given. */
async function purchaseFixture(otherFiles?: FileStore) {
  const w = await createTestApp(otherFiles && { files: otherFiles })
  const mara = await w.creator()
  const item = await mara.publishes({ accessType: 'stream' }, { name: 'song.mp3', bytes })
  await w.runPeriodicTasks()
  const fan = w.visitor()
  const { paymentIntentId } = await fan.purchase(item.id)
  const query = { payment_intent: paymentIntentId, content_id: item.id }
  const { body } = await fan.call(verifyPurchase, { query })
  const [file] = await w.db.select().from(files)
  const path = join(w.dataDir, 'files', file?.key ?? '')
  return {
    ...{ w, fan, item, path },
    fileUrl: String(body.content.fileUrl),
    accessFileUrl: `${new URL(body.accessUrl).pathname}/file`,
    halve: () => truncate(path, bytes.length / 2),
    append: () => appendFile(path, 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi'),
    /** Two minutes of the periodic tasks. */
    async sweeps() {
      for (let round = 0; round < 4; round++) {
        await w.runPeriodicTasks()
        w.clock.advance(30_000)
      }
    },
    refunded: async () => (await w.probe.purchases()).map(({ refundedAmount }) => refundedAmount),
  }
}

async function objectStoreFixture() {
  const bucket = await store.newBucket()
  onTestFinished(() => store.lies(undefined))
  return purchaseFixture(createS3FileStore(bucket, { presignedUrlsEnabled: false }))
}

type Fixture = Awaited<ReturnType<typeof purchaseFixture>>

/**
 * Sends two requests at once over one connection. `body` is the first response's; `next` is what follows its promised
 * length, and `closed` when the connection ended before that.
 */
async function requestTwice({ w }: Fixture, path: string, headers: Record<string, string> = {}) {
  if (!w.app.server.listening) await w.app.listen({ port: 0, host: '127.0.0.1' })
  const address = w.app.server.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening')
  const socket = connect(address.port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const host = `127.0.0.1:${address.port}`
  const head = (target: string, fields: Record<string, string>) =>
    [`GET ${target} HTTP/1.1`, ...Object.entries({ host, ...fields }).map((one) => one.join(': '))].join(
      '\r\n',
    )
  socket.write(`${head(path, headers)}\r\n\r\n${head('/health', { connection: 'close' })}\r\n\r\n`)
  const received: Array<Buffer> = []
  socket.on('data', (chunk) => received.push(chunk))
  await new Promise((done) => socket.once('close', done).on('error', () => undefined))
  const all = Buffer.concat(received)
  const headEnd = all.indexOf('\r\n\r\n') + 4
  const firstHead = all.subarray(0, headEnd).toString('latin1')
  const promised = Number(/^content-length: (\d+)/im.exec(firstHead)?.[1])
  const status = Number(firstHead.split(' ')[1])
  const body = all.subarray(headEnd, headEnd + promised)
  const rest = all.subarray(headEnd + promised).toString('latin1')
  const next = !(body.length >= promised) ? 'closed' : rest.split('\r\n')[0]
  return { status, promised, body, next }
}

test('two requests over one connection get the whole file, and then the next answer', async () => {
  const bought = await purchaseFixture()

  const sent = await requestTwice(bought, bought.fileUrl)

  expect([sent.status, sent.promised, sent.next]).toEqual([200, bytes.length, 'HTTP/1.1 200 OK'])
  expect(sent.body.equals(bytes)).toBe(true)
})

test.each(['halve', 'append'] as const)(
  'a file on disk that somebody could %s is an error at once',
  async (damage) => {
    const bought = await purchaseFixture()
    await bought[damage]()

    const sent = await requestTwice(bought, bought.fileUrl, { accept: 'application/json' })
    const redirect = await bought.w.visitor().send('GET', bought.accessFileUrl)
    const specified = await bought.fan.call(downloadContent, { params: { id: bought.item.id } })

    expect([sent.status, sent.next]).toEqual([503, 'HTTP/1.1 200 OK'])
    expect(JSON.parse(String(sent.body))).toMatchObject({ code: 'unavailable' })
    expect([redirect.statusCode, specified.status]).toEqual([503, 503])
    expect(await bought.w.db.select().from(missingFiles)).toHaveLength(1)
  },
)

test.each(['halve', 'append'] as const)(
  'a buyer of a file that somebody could %s is refunded within two minutes, and the operator is told',
  async (damage) => {
    const bought = await purchaseFixture()
    await bought[damage]()
    await bought.w.visitor().send('GET', bought.fileUrl)

    await bought.sweeps()

    expect(await bought.refunded()).toEqual([1000])
    expect(await bought.w.probe.openAlerts()).toEqual(['file-missing', 'undeliverable'])
    expect((await sentEmailsTo(bought.w, 'mara@example.com')).map(({ subject }) => subject)).toContain(
      'The file for Harbour loops is missing',
    )
  },
)

test('the sweep finds the damaged file of a new sale without any download', async () => {
  const bought = await purchaseFixture()
  await bought.halve()

  await bought.sweeps()

  expect(await bought.refunded()).toEqual([1000])
})

test('a damaged file that is put back in time causes no refund', async () => {
  const bought = await purchaseFixture()
  await bought.halve()
  await bought.w.runPeriodicTasks()
  await writeFile(bought.path, bytes)

  await bought.sweeps()

  expect(await bought.refunded()).toEqual([0])
  expect((await bought.w.visitor().send('GET', bought.fileUrl)).statusCode).toBe(200)
  expect(await bought.w.db.select().from(missingFiles)).toEqual([])
})

test('other bytes of the right length are found by `verify -- files`, and their buyers are refunded', async () => {
  const bought = await purchaseFixture()
  await bought.w.runPeriodicTasks()
  await writeFile(bought.path, Buffer.from(bytes).fill(1, 100, 200))
  const client = await bought.w.ports.pool.connect()
  const { findings } = await verifyFiles(client, bought.w.ports.fileStore).finally(() => client.release())

  await bought.w.db.update(missingFiles).set({ missingSince: bought.w.clock.now() })
  await bought.sweeps()
  const refunded = await bought.refunded()
  await writeFile(bought.path, bytes)
  bought.w.clock.advance(61 * 60_000)
  await bought.w.runPeriodicTasks()

  expect(findings.length).toBeGreaterThan(0)
  expect(refunded).toEqual([1000])
  expect(await bought.w.probe.openAlerts()).not.toContain('file-missing')
})

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

/** A store that says nothing about sizes and sends what it is told. */
test.each([
  ['less than it should', bytes.subarray(1)],
  ['more than it should', Buffer.concat([bytes, bytes])],
  ['nothing', Buffer.alloc(0)],
])('a store that sends %s ends the connection', async (_, sent) => {
  const w = await purchaseFixture()
  w.w.ports.fileStore.open = async () => Readable.from([sent])

  const answer = await requestTwice(w, w.fileUrl, { accept: 'application/json' })

  expect(answer.status === 200 ? answer.next : 'refused').toMatch(/closed|refused/)
  expect(await w.w.db.select().from(missingFiles)).toHaveLength(1)
})

test('a file whose download broke because it is damaged does not count as opened', async () => {
  const bought = await purchaseFixture()
  bought.w.ports.fileStore.open = async () => Readable.from([bytes.subarray(1)])
  await requestTwice(bought, bought.fileUrl)

  const { rows } = await bought.w.ports.pool.query('select first_accessed_at from access_grants')

  expect(rows).toEqual([{ first_accessed_at: null }])
})
