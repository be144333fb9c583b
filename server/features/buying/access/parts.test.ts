import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createPaymentIntent, downloadContent, getAccess } from '../../../../contract/purchases.ts'
import { downloadPart, partsFixture, type TypedPart } from '../../../../tests/support/parts-fixture.ts'
import { sentEmailsTo } from '../../../../tests/support/sent-emails.ts'
import { startTestPurchase } from '../../../../tests/support/shown-scene.ts'
import { files } from '../../../db/schema/index.ts'

const link: TypedPart = { kind: 'link', url: 'https://example.com/private' }
const text: TypedPart = { kind: 'text', text: 'Salt, flour, water.', name: 'Recipe' }

test('a buyer downloads each part, and the first one by the specified call', async () => {
  const { file, create, sells } = await partsFixture()
  const { body } = await create([await file('a.mp3', 'first'), text, await file('b.mp3', 'second'), link])

  const { fan, access, download } = await sells(body.id)

  const { content } = await access()
  expect(content).toMatchObject({ kind: 'file', fileName: 'a.mp3', linkUrl: null, textContent: null })
  expect(content.fileUrl).toBe((await access()).content.fileUrl)
  const ids = content.parts.map(({ id }) => id)
  expect(await Promise.all(ids.map(download))).toEqual([
    [200, 'first'],
    [200, 'Salt, flour, water.'],
    [200, 'second'],
    [404, ''],
  ])
  expect(content.parts[3]).toMatchObject({ kind: 'link', url: 'https://example.com/private' })
  expect(String((await fan.call(downloadContent, { params: { id: body.id } })).bytes)).toBe('first')
})

test('a part that is added reaches earlier buyers, a removed one stays only theirs', async () => {
  const { w, file, create, edit, partsOf, sells } = await partsFixture()
  const { body } = await create([await file('a.mp3', 'first'), await file('b.mp3', 'second')])
  const early = await sells(body.id)
  const [a, b] = await partsOf(body.id)
  w.clock.advance(60_000)

  await edit(body.id, [{ kind: 'file', id: a?.id }, await file('c.mp3', 'third')])
  w.clock.advance(60_000)
  const late = await sells(body.id)

  const names = async (buyer: typeof early) => (await buyer.parts()).map(({ name }) => name)
  expect(await names(early)).toEqual(['a.mp3', 'c.mp3', 'b.mp3'])
  expect(await names(late)).toEqual(['a.mp3', 'c.mp3'])
  expect(await early.download(b?.id ?? 0)).toEqual([200, 'second'])
  expect(await late.download(b?.id ?? 0)).toEqual([404, ''])
})

test('the signed URL of a part opens no other part, and no other item’s', async () => {
  const { w, file, create, sells } = await partsFixture()
  const one = (await create([await file('a.mp3', 'first'), await file('b.mp3', 'second')])).body
  const two = (await create([await file('c.mp3', 'third')])).body
  const buyer = await sells(one.id)
  const other = await sells(two.id)
  const [a, b] = await buyer.parts()
  const [c] = await other.parts()
  if (a?.kind !== 'file' || b?.kind !== 'file' || !a.url) throw new Error('No file')
  const visitor = w.visitor()
  const status = async (url: string) => (await visitor.send('GET', url)).statusCode

  expect(await status(a.url)).toBe(200)
  expect(await status(a.url.replace(`/${a.id}/`, `/${b.id}/`))).toBe(404)
  expect(await status(a.url.replace(`/${a.id}/`, `/${c?.id}/`))).toBe(404)
  expect(await status(a.url.replace(String(buyer.purchaseId), String(other.purchaseId)))).toBe(404)
  expect(await downloadPart(visitor, buyer.token, c?.id ?? 0)).toEqual([404, ''])
  expect(await downloadPart(visitor, buyer.token, b.id)).toEqual([200, 'second'])
})

test('links and texts are withheld from the access link until somebody opens them, files are not', async () => {
  const { w, file, create } = await partsFixture()
  const { body } = await create([await file('a.mp3', 'first'), link, text])
  const fan = w.visitor()
  await fan.purchase(body.id)
  const [email] = await sentEmailsTo(w, 'fan@example.com')
  const token = /\/access\/([\w-]{43})/.exec(email?.text ?? '')?.[1] ?? ''
  const byLink = async () => (await w.visitor().call(getAccess, { params: { token } })).body

  const before = await byLink()
  await w.visitor().send('POST', `/access/${token}/open`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    payload: '',
  })
  const after = await byLink()

  expect(before.isWithheld).toBe(true)
  expect(before.content.parts).toMatchObject([{ url: expect.any(String) }, { url: null }, { text: null }])
  expect(JSON.stringify(before)).not.toMatch(/example\.com\/private|flour/)
  expect(after.isWithheld).toBe(false)
  expect(after.content.parts).toMatchObject([{}, { url: link.url }, { text: text.text }])
})

test('a test purchase has every part, as a buyer would get it', async () => {
  const { w, mara, file, create } = await partsFixture()
  const { body } = await create([await file('a.mp3', 'first'), await file('b.mp3', 'second')])
  const { headers } = await startTestPurchase(mara, body.id)
  const token = String(headers.location).split('/').at(-1) ?? ''

  const { parts } = (await mara.call(getAccess, { params: { token } })).body.content
  const downloads = await Promise.all(parts.map(({ id }) => downloadPart(w.visitor(), token, id)))

  expect(downloads).toEqual([
    [200, 'first'],
    [200, 'second'],
  ])
})

/** An item of two files, of which some get lost. */
async function lossFixture() {
  const fixture = await partsFixture()
  const { w, file, create } = fixture
  const { body } = await create([await file('a.mp3', 'first'), await file('b.mp3', 'second')])
  await w.runPeriodicTasks()
  return {
    ...fixture,
    item: body,
    async loses(name: string) {
      const [row] = await w.db.select().from(files).where(eq(files.name, name))
      await rm(join(w.dataDir, 'files', row?.key ?? ''))
    },
    async sweeps() {
      for (let round = 0; round < 3; round++) {
        await w.runPeriodicTasks()
        w.clock.advance(30_000)
      }
    },
    refunded: async () => (await w.probe.purchases()).map(({ refundedAmount }) => refundedAmount),
  }
}

test('a lost part raises an alert and ends the sale, and its buyers keep the rest', async () => {
  const { w, item, sells, loses, sweeps, refunded } = await lossFixture()
  await loses('a.mp3')
  const { parts, download } = await sells(item.id)
  await sweeps()

  const [a, b] = await parts()
  const order = { body: { contentId: item.id, buyerEmail: 'late@example.com' } }
  const late = await w.visitor().call(createPaymentIntent, order)

  expect(await refunded()).toEqual([0])
  expect(await w.probe.openAlerts()).toEqual(['file-missing'])
  expect(await download(a?.id ?? 0)).toEqual([404, ''])
  expect(await download(b?.id ?? 0)).toEqual([200, 'second'])
  expect(late.status).toBe(503)
})

test('a buyer is refunded when every part is lost', async () => {
  const { item, sells, loses, sweeps, refunded } = await lossFixture()
  await loses('a.mp3')
  const { parts, download } = await sells(item.id)
  await sweeps()
  const afterOne = await refunded()
  await loses('b.mp3')
  const [, b] = await parts()
  const failed = await download(b?.id ?? 0)
  await sweeps()

  expect(afterOne).toEqual([0])
  expect(failed).toEqual([503, ''])
  expect(await refunded()).toEqual([1000])
})
