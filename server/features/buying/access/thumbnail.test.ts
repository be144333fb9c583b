import sharp from 'sharp'
import { expect, test } from 'vitest'
import { partsFixture } from '../../../../tests/support/parts-fixture.ts'
import { startTestPurchase } from '../../../../tests/support/shown-scene.ts'
import type { Visitor } from '../../../../tests/support/test-app.ts'
import { accessGrants, files, missingFiles } from '../../../db/schema/index.ts'
import { issueRefund } from '../refunds/execute-refund.ts'

const thumbnailPath = (token: string, part: number | undefined) => `/access/${token}/thumbnail?part=${part}`

async function ask(who: Visitor, token: string, part: number | undefined, headers = {}) {
  const answer = await who.send('GET', thumbnailPath(token, part), { headers })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}

/** An item of a tall picture, a track and a file that is only named as a picture, with its buyer. */
async function picturesFixture() {
  const fixture = await partsFixture()
  const { w, file, create, sells } = fixture
  const picture = await sharp({ create: { width: 500, height: 900, channels: 3, background: 'tomato' } })
    .png()
    .toBuffer()
  const { body } = await create([
    { ...(await file('harbor.png', picture)), access: 'view' },
    await file('rain.wav'),
    { ...(await file('broken.jpg', 'no picture')), access: 'view' },
  ])
  const buyer = await sells(body.id)
  const [harbor, rain, broken] = (await buyer.parts()).map(({ id }) => id)
  const storedKeys = async () => {
    const keys: Array<string> = []
    for await (const { key } of w.ports.fileStore.list('thumbnails/')) keys.push(key)
    return keys
  }
  return { ...fixture, id: body.id, buyer, harbor, rain, broken, storedKeys }
}

test('a buyer gets a small square of a picture, which is made once and does not count as opened', async () => {
  const { w, buyer, harbor, storedKeys } = await picturesFixture()

  const { status, headers, bytes } = await ask(w.visitor(), buyer.token, harbor)
  const again = await ask(w.visitor(), buyer.token, harbor)
  const { etag } = headers
  const known = await ask(w.visitor(), buyer.token, harbor, { 'if-none-match': etag })

  expect(status).toBe(200)
  expect(headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'private, no-cache' })
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 320, height: 320 })
  expect(again.bytes.equals(bytes)).toBe(true)
  expect(known.status).toBe(304)
  expect(await storedKeys()).toHaveLength(1)
  expect(await w.db.select({ at: accessGrants.firstAccessedAt }).from(accessGrants)).toEqual([{ at: null }])
})

test('what is no picture, or can’t be opened as one, has no small version', async () => {
  const { w, buyer, rain, broken, storedKeys } = await picturesFixture()

  const statuses = [
    (await ask(buyer.fan, buyer.token, rain)).status,
    (await ask(buyer.fan, buyer.token, broken)).status,
    (await ask(buyer.fan, buyer.token, broken)).status,
  ]

  expect(statuses).toEqual([404, 415, 415])
  expect(await storedKeys()).toEqual([])
  expect(await w.probe.openAlerts()).toEqual([])
})

test('a picture that is too large to open is refused before it is read', async () => {
  const { w, buyer, harbor } = await picturesFixture()
  await w.db.update(files).set({ sizeBytes: 26 * 1024 ** 2 })

  const { status } = await ask(buyer.fan, buyer.token, harbor)

  expect(status).toBe(415)
  expect(await w.db.select().from(missingFiles)).toEqual([])
})

test('a picture that is known to be lost is not found', async () => {
  const { w, buyer, harbor } = await picturesFixture()
  const [lost] = await w.db.select().from(files).orderBy(files.id)
  const now = w.clock.now()
  await w.db
    .insert(missingFiles)
    .values({ fileId: lost?.id ?? 0, missingSince: now, confirmedMissingAt: now })

  expect((await ask(buyer.fan, buyer.token, harbor)).status).toBe(404)
})

test('the buyer of another item, a refunded buyer and a wrong token get no picture, also of one that was made before', async () => {
  const { w, mara, file, create, sells, buyer, harbor } = await picturesFixture()
  const made = await ask(buyer.fan, buyer.token, harbor)
  const other = await sells((await create([await file('a.mp3'), await file('b.mp3')])).body.id)
  const [own] = await w.probe.purchases()

  const byOther = await ask(other.fan, other.token, harbor)
  const byNobody = await ask(w.visitor(), 'A'.repeat(43), harbor)
  await issueRefund(w.ports, {
    purchaseId: own?.id ?? 0,
    reason: '',
    by: { role: 'creator', userId: mara.id },
  })
  const refunded = await ask(buyer.fan, buyer.token, harbor)

  expect([made, byOther, byNobody, refunded].map(({ status }) => status)).toEqual([200, 404, 404, 403])
})

test('a test purchase has the small pictures, too', async () => {
  const { w, mara, id, harbor } = await picturesFixture()
  const { headers } = await startTestPurchase(mara, id)
  const token = String(headers.location).split('/').at(-1) ?? ''

  expect((await ask(w.visitor(), token, harbor)).status).toBe(200)
})
