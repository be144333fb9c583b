import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createContent, deleteContent } from '../../../contract/content.ts'
import { createUpload } from '../../../contract/resumable-uploads.ts'
import { getShareCard } from '../../../contract/sharing.ts'
import { startObjectStore } from '../../../tests/support/object-store.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import { createS3FileStore } from '../../adapters/s3-file-store.ts'
import { contentItems } from '../../db/schema/index.ts'
import type { FileStore } from '../../ports/file-store.ts'
import { collectGarbage } from './garbage-collect-files.ts'

let store: Awaited<ReturnType<typeof startObjectStore>>
beforeAll(async () => {
  store = await startObjectStore()
})
afterAll(() => store.stop())

const dayMs = 24 * 3_600_000
const version = { 'tus-resumable': '1.0.0' }
const nothing = { uploads: 0, files: 0, previews: 0, teasers: 0, cards: 0, parts: 0 }

/** Sets the test clock relative to now; stored files have real timestamps. */
function goTo({ clock }: TestApp, daysFromNow: number) {
  clock.advance(Date.now() + daysFromNow * dayMs - clock.now().getTime())
}

async function keysOf({ ports }: TestApp): Promise<Array<string>> {
  const keys: Array<string> = []
  for (const folder of ['files/', 'previews/', 'cards/']) {
    for await (const { key } of ports.fileStore.list(folder)) keys.push(key)
  }
  return keys.toSorted()
}

const put = ({ ports }: TestApp, key: string) =>
  ports.fileStore.put(key, Readable.from([Buffer.from('x')]), { maxBytes: 10 })

async function sends(
  who: { send: Awaited<ReturnType<TestApp['creator']>>['send'] },
  bytes: string,
  size = bytes.length,
) {
  const begun = await who.send('POST', createUpload.path, {
    headers: { ...version, 'upload-length': String(size) },
  })
  await who.send('PATCH', String(begun.headers.location), {
    headers: { ...version, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    payload: Buffer.from(bytes),
  })
  return String(begun.headers.location).split('/').at(-1) ?? ''
}

const stores: Array<[string, () => Promise<FileStore | undefined>]> = [
  ['a folder', async () => undefined],
  ['an object store', async () => createS3FileStore(await store.newBucket(), { presignedUrlsEnabled: true })],
]

describe.each(stores)('in %s', (_, open) => {
  async function shop() {
    const files = await open()
    const w = await createTestApp({ ...(files && { files }) })
    return { w, mara: await w.creator() }
  }

  test('referenced files stay, unreferenced ones are removed after their grace period, and only once', async () => {
    const { w, mara } = await shop()
    goTo(w, 0)
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
    const kept = await keysOf(w)
    await put(w, 'files/999')
    await put(w, 'previews/999')
    await put(w, 'previews/999-160-avif')

    const early = await collectGarbage(w.ports)
    goTo(w, 3)
    const settled = await collectGarbage(w.ports)
    const again = await collectGarbage(w.ports)

    expect(early).toEqual(nothing)
    expect(settled).toEqual({ ...nothing, files: 1, previews: 2 })
    expect(again).toEqual(nothing)
    expect(kept).toHaveLength(11)
    expect(await keysOf(w)).toEqual(kept)
  })

  test('unfinished uploads are kept for a week, then removed with their bytes', async () => {
    const { w, mara } = await shop()
    goTo(w, 0)
    await sends(mara, 'whole')
    await sends(mara, 'half', 8)

    goTo(w, 6)
    const early = await collectGarbage(w.ports)
    goTo(w, 8)
    const late = await collectGarbage(w.ports)

    expect(early).toEqual(nothing)
    expect(late).toEqual({ ...nothing, uploads: 2 })
    expect(await keysOf(w)).toEqual([])
  })

  test('an upload used by an item is deleted, and the item keeps its file', async () => {
    const { w, mara } = await shop()
    goTo(w, 0)
    const uploadId = await sends(mara, 'the very bytes')
    const item = await mara.publishes({ uploadId })

    goTo(w, 30)
    expect(await collectGarbage(w.ports)).toEqual({ ...nothing, uploads: 1 })

    await w.visitor().purchase(item.id)
    expect(await keysOf(w)).toEqual([`files/${uploadId}`])
  })

  test('the preview of a deleted item stays for its buyers', async () => {
    const { w, mara } = await shop()
    goTo(w, 0)
    const sold = await mara.publishText()
    const unsold = await mara.publishText()
    for (const { id } of [sold, unsold]) {
      await put(w, `previews/${id}`)
      await w.db
        .update(contentItems)
        .set({ previewImageKey: `previews/${id}` })
        .where(eq(contentItems.id, id))
    }
    await w.visitor().purchase(sold.id)
    for (const { id } of [sold, unsold]) await mara.call(deleteContent, { params: { id } })

    goTo(w, 3)

    expect(await collectGarbage(w.ports)).toEqual({ ...nothing, previews: 1 })
    expect(await keysOf(w)).toEqual([`previews/${sold.id}`])
  })

  test('a share image is rendered again after a month', async () => {
    const { w, mara } = await shop()
    goTo(w, 0)
    const { id } = await mara.publishText()
    await w.visitor().call(getShareCard, { params: { id } })

    goTo(w, 31)

    expect(await collectGarbage(w.ports)).toEqual({ ...nothing, cards: 1 })
    expect((await w.visitor().call(getShareCard, { params: { id } })).status).toBe(200)
  })
})
