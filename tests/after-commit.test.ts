import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { getContentForEditing } from '../contract/content-editing.ts'
import { updateInstanceSettings } from '../contract/instance-settings.ts'
import { deleteAccount, getAccount } from '../contract/settings.ts'
import { addEuTaxRates } from '../contract/tax.ts'
import { listTeaserPictures, removeTeaserPicture } from '../contract/teasers.ts'
import { auditLog, instanceSettings, users } from '../server/db/schema/index.ts'
import { collectGarbage } from '../server/features/selling/content/garbage-collect.ts'
import { StoreUnavailableError } from '../server/ports/file-store.ts'
import { code, sources } from './support/source-imports.ts'
import { createTestApp } from './support/test-app.ts'

const dayMs = 24 * 3_600_000

/** An instance whose store can refuse to remove anything, as one that does not answer. */
async function siteWithBrokenRemoval() {
  const w = await createTestApp()
  const { remove } = w.ports.fileStore
  const store = { canRemove: true }
  w.ports.fileStore.remove = async (key) => {
    if (!store.canRemove) throw new StoreUnavailableError('The store does not answer')
    return remove(key)
  }
  const mara = await w.creator()
  const png = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'tomato' } })
    .png()
    .toBuffer()
  const picture = (name: string) => ({ name, fileName: 'a.png', bytes: png })
  const status = async (url: string | null) => (await w.visitor().send('GET', url ?? '')).statusCode
  /** Stored files have the real time. */
  const twoMonthsLater = () => w.clock.advance(Date.now() + 60 * dayMs - w.clock.now().getTime())
  const keys = async (folder: string) => {
    const found: Array<string> = []
    for await (const { key } of w.ports.fileStore.list(folder)) found.push(key)
    return found
  }
  return { w, mara, store, picture, status, twoMonthsLater, keys }
}

test('the photo of a deleted account is gone at once, also when the store can’t remove it', async () => {
  const { w, mara, store, picture, status, twoMonthsLater, keys } = await siteWithBrokenRemoval()
  await mara.form('/api/account/photo', [picture('photo')])
  const photo = (await mara.call(getAccount)).body.photoUrl
  const before = await status(photo)
  store.canRemove = false

  const deleted = await mara.call(deleteAccount, { body: { email: 'mara@example.com' } })

  expect([before, deleted.status, await status(photo)]).toEqual([200, 200, 404])
  store.canRemove = true
  twoMonthsLater()
  expect(await collectGarbage(w.ports)).toMatchObject({ photos: 1 })
  expect(await keys('photos/')).toEqual([])
})

test('a removed photo and logo are collected, and those in use stay', async () => {
  const { w, mara, store, picture, twoMonthsLater, keys } = await siteWithBrokenRemoval()
  await w.db.update(users).set({ plan: 'pro' }).where(eq(users.email, 'mara@example.com'))
  store.canRemove = false
  for (const name of ['photo', 'photo'] as const) await mara.form('/api/account/photo', [picture(name)])
  for (const name of ['logo', 'logo'] as const) await mara.form('/api/branding/logo', [picture(name)])
  expect([(await keys('photos/')).length, (await keys('logos/')).length]).toEqual([2, 2])
  store.canRemove = true
  twoMonthsLater()

  expect(await collectGarbage(w.ports)).toMatchObject({ photos: 1, logos: 1 })

  const [row] = await w.db.select().from(users).where(eq(users.email, 'mara@example.com'))
  expect([...(await keys('photos/')), ...(await keys('logos/'))]).toEqual([row?.photoKey, row?.logoKey])
})

test('an edit that was saved is answered as saved while the store can’t remove the old image', async () => {
  const { mara, store, picture } = await siteWithBrokenRemoval()
  const { id } = await mara.publishText()
  await mara.form(`/api/content/${id}`, [picture('previewImage')], 'PATCH')
  const { version } = (await mara.call(getContentForEditing, { params: { id } })).body
  store.canRemove = false

  const edited = await mara.form(
    `/api/content/${id}`,
    [
      { name: 'version', value: String(version) },
      { name: 'title', value: 'Sourdough' },
      { name: 'removePreviewImage', value: 'true' },
    ],
    'PATCH',
  )

  expect(edited).toMatchObject({ status: 200, body: { title: 'Sourdough', previewImage: null } })
})

test('a free picture that was removed is answered as removed while the store can’t remove its bytes', async () => {
  const { mara, store, picture } = await siteWithBrokenRemoval()
  const { id } = await mara.publishText()
  await mara.form(`/api/content/${id}/teaser-pictures`, [picture('picture')])
  const [first] = (await mara.call(listTeaserPictures, { params: { id } })).body.pictures
  store.canRemove = false

  const removed = await mara.call(removeTeaserPicture, { params: { id, partId: first?.id } })

  expect(removed).toMatchObject({ status: 200, body: { pictures: [] } })
})

test('a setting that was saved is answered as saved while it can’t be read again', async () => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')
  w.ports.settings.reload = () => Promise.reject(new Error('The connection broke'))

  const saved = await admin.call(updateInstanceSettings, { body: { siteName: 'Salt' } })

  expect(saved.status).toBe(200)
  expect(await w.db.select().from(instanceSettings)).toMatchObject([{ key: 'siteName', value: 'Salt' }])
})

test('an action of an admin that was done is answered as done while it can’t be audited', async () => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')
  const { insert } = w.db
  w.db.insert = ((table: typeof auditLog) => {
    if (table === auditLog) throw new Error('The connection broke')
    return insert.call(w.db, table)
  }) as typeof insert

  const added = await admin.call(addEuTaxRates)

  expect(added.status).toBe(200)
})

/** Files that may call `remove` of a store: they are the store, or repeat a removal that failed. */
const mayRemove = [
  'server/adapters/',
  'server/backup/',
  'server/ports/',
  'server/features/site/storage/',
  // The row is deleted after the bytes, so a removal that failed is repeated.
  'server/features/selling/uploads/uploads.ts',
  'server/features/selling/content/update-content.ts',
  'server/features/selling/content/garbage-collect.ts',
]

test('stored objects are removed by removeStoredObjects, which never throws', () => {
  const others = sources('server').filter((file) => !mayRemove.some((own) => file.startsWith(own)))

  expect(others.length).toBeGreaterThan(300)
  expect(others.filter((file) => /(?:fileStore|store|files)\.remove\(/.test(code(file)))).toEqual([])
})
