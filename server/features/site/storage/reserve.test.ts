import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createContent } from '../../../../contract/content.ts'
import { downloadContent } from '../../../../contract/purchases.ts'
import { preview, solidImage } from '../../../../tests/support/preview-image-fixture.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { createTusClient } from '../../../../tests/support/tus-client.ts'
import { createDiskFileStore } from '../../../adapters/disk/file-store.ts'
import { StorageFullError } from '../../../ports/file-store.ts'
import { reserveOf } from './free-space.ts'

const GiB = 1024 ** 3
const outOfSpaceMessage = 'We’re out of storage space right now. Your progress is saved, so try again later.'

/** An instance whose free disk space the test controls; its reserve is 1 GiB. */
async function limitedDiskFixture() {
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-reserve-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const space = { freeBytes: 100 * GiB, totalBytes: 200 * GiB }
  const files = { ...createDiskFileStore(folder), freeSpace: async () => ({ ...space }) }
  const w = await createTestApp({ files, env: { FREE_SPACE_RESERVE_BYTES: String(GiB) } })
  const mara = await w.creator()
  /** A reading is cached for a second. */
  const setFreeBytes = (freeBytes: number) => {
    space.freeBytes = freeBytes
    w.clock.advance(1_001)
  }
  return { w, mara, setFreeBytes, ...createTusClient(mara) }
}

test('below the reserve uploads answer 507, while sales, sign-in and delivery continue', async () => {
  const { w, mara, setFreeBytes, begins, sends, asks } = await limitedDiskFixture()
  const item = await mara.publishFile()
  const { id } = await begins(10)
  await sends(id, 0, Buffer.from('01234'))
  setFreeBytes(GiB - 1)

  const created = (await begins(10)).answer
  const chunk = await sends(id, 5, Buffer.from('56789'))
  const form = await mara.form(createContent.path, [
    { name: 'title', value: 'Loops' },
    { name: 'price', value: '10.00' },
    { name: 'file', fileName: 'a.bin', bytes: Buffer.from('x') },
  ])
  const image = await mara.form(createContent.path, [
    ...Object.entries({ kind: 'text', title: 'T', price: '1.00', textContent: 'x' }).map(([name, value]) => ({
      name,
      value,
    })),
    preview('a.png', await sharp(solidImage).png().toBuffer()),
  ])
  const fan = w.visitor()
  await fan.purchase(item.id)
  const download = await fan.call(downloadContent, { params: { id: item.id } })
  const signedIn = await w.creator('jonas@example.com')

  expect([created, chunk].map(({ statusCode }) => statusCode)).toEqual([507, 507])
  for (const answer of [created, chunk])
    expect(answer.json()).toMatchObject({
      code: 'insufficient_storage',
      message: outOfSpaceMessage,
      fields: { file: outOfSpaceMessage },
    })
  expect([form.status, image.status]).toEqual([507, 507])
  expect(form.body).toMatchObject({ code: 'insufficient_storage' })
  expect(String(download.bytes)).toBe('the very bytes')
  expect(signedIn.id).not.toBe('')
  expect((await asks(id)).headers['upload-offset']).toBe('5')
  setFreeBytes(100 * GiB)
  expect((await sends(id, 5, Buffer.from('56789'))).statusCode).toBe(204)
})

test('an upload larger than the space above the reserve is rejected before its first byte', async () => {
  const { setFreeBytes, begins } = await limitedDiskFixture()
  setFreeBytes(3 * GiB)

  expect((await begins(2 * GiB + 1)).answer.statusCode).toBe(507)
  expect((await begins(2 * GiB)).answer.statusCode).toBe(201)
})

test('the operator is alerted before and when the reserve is reached, and both alerts resolve automatically', async () => {
  const { w, setFreeBytes } = await limitedDiskFixture()
  const alertsAt = async (freeBytes: number) => {
    setFreeBytes(freeBytes)
    await w.runPeriodicTasks()
    return w.probe.openAlerts()
  }

  expect(await alertsAt(2 * GiB + 1)).toEqual([])
  expect(await alertsAt(2 * GiB)).toEqual(['storage-low'])
  expect(await alertsAt(GiB)).toEqual(['storage-full', 'storage-low'])
  expect(await alertsAt(GiB + 1)).toEqual(['storage-low'])
  expect(await alertsAt(50 * GiB)).toEqual([])
})

test('the first refused upload alerts the operator, without a sweep', async () => {
  const { w, setFreeBytes, begins, sends } = await limitedDiskFixture()
  const { id } = await begins(10)
  setFreeBytes(0)

  await sends(id, 0, Buffer.from('01234'))

  await vi.waitFor(async () => expect(await w.probe.openAlerts()).toEqual(['storage-full']), {
    timeout: 10_000,
  })
})

test('a long file fails once the reserve is reached in its middle', async () => {
  const { w, setFreeBytes } = await limitedDiskFixture()
  async function* endless() {
    for (;;) {
      setFreeBytes(0)
      await new Promise((done) => setTimeout(done, 20))
      yield Buffer.alloc(1_000)
    }
  }

  const put = w.ports.fileStore.put('files/long', Readable.from(endless()), { maxBytes: GiB })

  await expect(put).rejects.toThrow(StorageFullError)
  expect(await w.ports.fileStore.open('files/long')).toBeUndefined()
})

test.each([
  [undefined, 1000 * GiB, 2 * GiB],
  [undefined, 20 * GiB, GiB],
  [undefined, GiB, GiB / 4],
  [0, GiB, 0],
  [5 * GiB, GiB, 5 * GiB],
])('with the setting %s, a disk of %s bytes reserves %s', (configured, totalBytes, reserve) => {
  expect(reserveOf(configured, totalBytes)).toBe(reserve)
})
