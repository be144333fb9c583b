import { writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { downloadContent } from '../../../../contract/purchases.ts'
import { bytes, purchaseFixture, requestTwice } from '../../../../tests/support/damaged-file-fixture.ts'
import { sentEmailsTo } from '../../../../tests/support/sent-emails.ts'
import { missingFiles } from '../../../db/schema/index.ts'
import { verifyFiles } from '../../../verify/file-checks.ts'

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
  // It is recorded after the connection has broken.
  await expect.poll(() => w.w.db.select().from(missingFiles)).toHaveLength(1)
})

test('a file whose download broke because it is damaged does not count as opened', async () => {
  const bought = await purchaseFixture()
  bought.w.ports.fileStore.open = async () => Readable.from([bytes.subarray(1)])
  await requestTwice(bought, bought.fileUrl)

  const accesses = async () =>
    (await bought.w.ports.pool.query('select first_accessed_at from access_grants')).rows

  // The access is taken back after the connection has broken.
  await expect.poll(accesses).toEqual([{ first_accessed_at: null }])
})
