import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createContent, deleteContent } from '../../../../contract/content.ts'
import { getShareCard } from '../../../../contract/sharing.ts'
import { createUpload } from '../../../../contract/uploads.ts'
import { startObjectStore } from '../../../../tests/support/object-store.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { createS3FileStore } from '../../../adapters/s3/file-store.ts'
import { contentItems } from '../../../db/schema/index.ts'
import type { FileStore } from '../../../ports/file-store.ts'
import { collectGarbage } from './garbage-collect.ts'

let store: Awaited<ReturnType<typeof startObjectStore>>
beforeAll(async () => {
  store = await startObjectStore()
})
afterAll(() => store.stop())

const dayMs = 24 * 3_600_000
const version = { 'tus-resumable': '1.0.0' }
const nothingRemoved = {
  uploads: 0,
  files: 0,
  previews: 0,
  teasers: 0,
  photos: 0,
  logos: 0,
  cards: 0,
  tickets: 0,
  thumbnails: 0,
  documents: 0,
  parts: 0,
}

/** Sets the test clock relative to the real time, because stored files have real timestamps. */
function setClockDaysFromNow({ clock }: TestApp, daysFromNow: number) {
  clock.advance(Date.now() + daysFromNow * dayMs - clock.now().getTime())
}

async function keysOf({ ports }: TestApp): Promise<Array<string>> {
  const keys: Array<string> = []
  for (const folder of ['files/', 'previews/', 'cards/']) {
    for await (const { key } of ports.fileStore.list(folder)) keys.push(key)
  }
  return keys.toSorted()
}

const putFile = ({ ports }: TestApp, key: string) =>
  ports.fileStore.put(key, Readable.from([Buffer.from('x')]), { maxBytes: 10 })

async function sendUpload(
  client: { send: Awaited<ReturnType<TestApp['creator']>>['send'] },
  bytes: string,
  size = bytes.length,
) {
  const created = await client.send('POST', createUpload.path, {
    headers: { ...version, 'upload-length': String(size) },
  })
  await client.send('PATCH', String(created.headers.location), {
    headers: { ...version, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    payload: Buffer.from(bytes),
  })
  return String(created.headers.location).split('/').at(-1) ?? ''
}

const stores: Array<[string, () => Promise<FileStore | undefined>]> = [
  ['a folder', async () => undefined],
  ['an object store', async () => createS3FileStore(await store.newBucket(), { presignedUrlsEnabled: true })],
]

describe.each(stores)('in %s', (_, open) => {
  async function storeFixture() {
    const files = await open()
    const w = await createTestApp({ ...(files && { files }) })
    return { w, mara: await w.creator() }
  }

  test('referenced files stay, unreferenced ones are removed after their grace period, and only once', async () => {
    const { w, mara } = await storeFixture()
    setClockDaysFromNow(w, 0)
    const image = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#c0ffee' } })
      .png()
      .toBuffer()
    await mara.publishFile()
    await mara.form(createContent.path, [
      { name: 'title', value: 'Bread' },
      { name: 'price', value: '1' },
      { name: 'kind', value: 'text' },
      { name: 'textContent', value: 'Salt.' },
      { name: 'previewImage', fileName: 'a.png', bytes: image },
    ])
    const referencedKeys = await keysOf(w)
    await putFile(w, 'files/999')
    await putFile(w, 'previews/999')
    await putFile(w, 'previews/999-160-avif')

    const early = await collectGarbage(w.ports)
    setClockDaysFromNow(w, 3)
    const afterGracePeriod = await collectGarbage(w.ports)
    const again = await collectGarbage(w.ports)

    expect(early).toEqual(nothingRemoved)
    expect(afterGracePeriod).toEqual({ ...nothingRemoved, files: 1, previews: 2 })
    expect(again).toEqual(nothingRemoved)
    expect(referencedKeys).toHaveLength(11)
    expect(await keysOf(w)).toEqual(referencedKeys)
  })

  test('unfinished uploads are kept for a week, then removed with their bytes', async () => {
    const { w, mara } = await storeFixture()
    setClockDaysFromNow(w, 0)
    await sendUpload(mara, 'whole')
    await sendUpload(mara, 'half', 8)

    setClockDaysFromNow(w, 6)
    const early = await collectGarbage(w.ports)
    setClockDaysFromNow(w, 8)
    const late = await collectGarbage(w.ports)

    expect(early).toEqual(nothingRemoved)
    expect(late).toEqual({ ...nothingRemoved, uploads: 2 })
    expect(await keysOf(w)).toEqual([])
  })

  test('an upload used by an item is deleted, and the item keeps its file', async () => {
    const { w, mara } = await storeFixture()
    setClockDaysFromNow(w, 0)
    const uploadId = await sendUpload(mara, 'the very bytes')
    const item = await mara.publishes({ uploadId })

    setClockDaysFromNow(w, 30)
    expect(await collectGarbage(w.ports)).toEqual({ ...nothingRemoved, uploads: 1 })

    await w.visitor().purchase(item.id)
    expect(await keysOf(w)).toEqual([`files/${uploadId}`])
  })

  test('the preview of a deleted item stays for its buyers', async () => {
    const { w, mara } = await storeFixture()
    setClockDaysFromNow(w, 0)
    const sold = await mara.publishText()
    const unsold = await mara.publishText()
    for (const { id } of [sold, unsold]) {
      await putFile(w, `previews/${id}`)
      await w.db
        .update(contentItems)
        .set({ previewImageKey: `previews/${id}` })
        .where(eq(contentItems.id, id))
    }
    await w.visitor().purchase(sold.id)
    for (const { id } of [sold, unsold]) await mara.call(deleteContent, { params: { id } })

    setClockDaysFromNow(w, 3)

    expect(await collectGarbage(w.ports)).toEqual({ ...nothingRemoved, previews: 1 })
    expect(await keysOf(w)).toEqual([`previews/${sold.id}`])
  })

  test('a share image is rendered again after a month', async () => {
    const { w, mara } = await storeFixture()
    setClockDaysFromNow(w, 0)
    const { id } = await mara.publishText()
    await w.visitor().call(getShareCard, { params: { id } })

    setClockDaysFromNow(w, 31)

    expect(await collectGarbage(w.ports)).toEqual({ ...nothingRemoved, cards: 1 })
    expect((await w.visitor().call(getShareCard, { params: { id } })).status).toBe(200)
  })
})
