import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createContent } from '../../../../contract/content.ts'
import { getDeliveryHealth } from '../../../../contract/instance.ts'
import { downloadContent } from '../../../../contract/purchases.ts'
import { startBrokenStore } from '../../../../tests/support/broken-store.ts'
import { startObjectStore } from '../../../../tests/support/object-store.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { createTusClient } from '../../../../tests/support/tus-client.ts'
import { createS3FileStore } from '../../../adapters/s3/file-store.ts'
import type { FileStore } from '../../../ports/file-store.ts'

/** Only of the store that hangs: on a slow machine the other one may take longer. */
const shortTimeouts = { connectMs: 300, idleMs: 200 }
const form = [
  { name: 'title', value: 'Loops' },
  { name: 'price', value: '10.00' },
  { name: 'file', fileName: 'a.bin', bytes: Buffer.from('x') },
]
const unavailableServices = async (w: TestApp) => (await w.visitor().call(getDeliveryHealth)).body.unavailable

/** An instance whose files are on a disk that can be unmounted. */
async function diskFixture() {
  const w = await createTestApp()
  const folder = join(w.dataDir, 'files')
  const unmount = () => rename(folder, `${folder}-away`)
  const mount = async () => {
    await rm(folder, { recursive: true, force: true })
    await rename(`${folder}-away`, folder)
  }
  return { w, unmount, mount }
}

/** An instance on an object store that can be made to hang. */
async function objectStoreFixture() {
  const [real, broken] = [await startObjectStore(), await startBrokenStore('hangs')]
  onTestFinished(async () => {
    await Promise.all([real.stop(), broken.stop()])
  })
  const good = createS3FileStore(await real.newBucket(), { presignedUrlsEnabled: true })
  const hanging = createS3FileStore(broken.settings, { presignedUrlsEnabled: true, timeouts: shortTimeouts })
  let current = good
  const files = new Proxy(good, { get: (_, method: keyof FileStore) => current[method] })
  const w = await createTestApp({ files })
  const unmount = async () => {
    current = hanging
  }
  const mount = async () => {
    current = good
  }
  return { w, unmount, mount }
}

const fixtures = {
  'a disk that is not mounted': diskFixture,
  'an object store that hangs': objectStoreFixture,
}

test.each(Object.entries(fixtures))(
  '%s: downloads and uploads answer 503 with a message, sales continue, and everything works when it is back',
  async (_, open) => {
    const { w, unmount, mount } = await open()
    const mara = await w.creator()
    const { begins, sends } = createTusClient(mara)
    const item = await mara.publishFile()
    const fan = w.visitor()
    await fan.purchase(item.id)
    const { id } = await begins(10)
    await w.runPeriodicTasks()
    await unmount()

    const download = await fan.call(downloadContent, { params: { id: item.id } })
    const chunk = await sends(id, 0, Buffer.from('0123456789'))
    const published = await mara.form(createContent.path, form)
    const other = w.visitor()
    await other.purchase(item.id)
    await vi.waitFor(async () => expect(await w.probe.openAlerts()).toEqual(['store-unavailable']), {
      timeout: 10_000,
    })
    const named = await unavailableServices(w)
    await w.runPeriodicTasks()
    const during = await w.probe.openAlerts()
    await mount()
    await w.runPeriodicTasks()

    expect([download.status, chunk.statusCode, published.status]).toEqual([503, 503, 503])
    expect(download.body).toMatchObject({
      code: 'store_unavailable',
      message: 'Your purchase is safe. Try again in a minute.',
    })
    for (const body of [chunk.json(), published.body])
      expect(body).toMatchObject({
        code: 'store_unavailable',
        message: 'Our file storage isn’t responding right now. Please try again in a minute.',
      })
    expect([named, during]).toEqual([['store'], ['store-unavailable']])
    expect([await w.probe.openAlerts(), await unavailableServices(w)]).toEqual([[], []])
    expect((await sends(id, 0, Buffer.from('0123456789'))).statusCode).toBe(204)
    const redirect = await other.call(downloadContent, { params: { id: item.id } })
    expect([200, 302]).toContain(redirect.status)
  },
)

test('an unavailable store without requests is found by the sweep', async () => {
  const { w, unmount } = await diskFixture()
  await w.runPeriodicTasks()
  await unmount()

  await w.runPeriodicTasks()

  expect(await unavailableServices(w)).toEqual(['store'])
})

test('a store that is read-only does not count as back', async () => {
  const { w, unmount, mount } = await diskFixture()
  await w.runPeriodicTasks()
  await unmount()
  await w.runPeriodicTasks()
  await mount()
  const { put } = w.ports.fileStore
  const { StoreUnavailableError } = await import('../../../ports/file-store.ts')
  w.ports.fileStore.put = () => Promise.reject(new StoreUnavailableError('read-only'))

  await w.runPeriodicTasks()
  const readOnly = await unavailableServices(w)
  w.ports.fileStore.put = put
  await w.runPeriodicTasks()

  expect([readOnly, await unavailableServices(w)]).toEqual([['store'], []])
})

test('many failures cause one alert and few log lines', async () => {
  const lines: Array<string> = []
  const w = await createTestApp({ logTo: (line) => lines.push(line) })
  await w.runPeriodicTasks()
  const folder = join(w.dataDir, 'files')
  await rename(folder, `${folder}-away`)

  for (let i = 0; i < 20; i++) await w.ports.fileStore.open('files/x').catch(() => undefined)
  await vi.waitFor(async () => expect(await w.probe.openAlerts()).toEqual(['store-unavailable']), {
    timeout: 10_000,
  })

  expect(lines.filter((line) => line.includes('file store failed'))).toHaveLength(1)
})

test('three processes that write the sentinel of an empty store concurrently all continue', async () => {
  const real = await startObjectStore()
  onTestFinished(real.stop)
  const bucket = await real.newBucket()
  const lines: Array<string> = []
  const instances = await Promise.all(
    [1, 2, 3].map(() =>
      createTestApp({
        files: createS3FileStore(bucket, { presignedUrlsEnabled: true }),
        logTo: (line) => lines.push(line),
      }),
    ),
  )

  await Promise.all(instances.map((w) => w.runPeriodicTasks()))

  expect(lines.filter((line) => /"level":(50|60)/.test(line))).toEqual([])
  for (const w of instances) expect(await w.probe.openAlerts()).toEqual([])
})
