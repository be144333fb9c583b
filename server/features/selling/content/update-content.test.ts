import { expect, test } from 'vitest'
import { type ContentStatus, deleteContent, getContent } from '../../../../contract/content.ts'
import * as contentEdit from '../../../../contract/content-editing.ts'
import { completePayment, downloadContent } from '../../../../contract/purchases.ts'
import { buildUrl } from '../../../../contract/route.ts'
import * as testApp from '../../../../tests/support/test-app.ts'
import { files } from '../../../db/schema/index.ts'

type FormFields = Record<string, string>

/** Submits the edit form; empty `fields` send only the file. */
async function edit(client: testApp.CreatorClient, id: number, fields: FormFields, file?: Buffer) {
  const parts = [
    ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    ...(file ? [{ name: 'file', fileName: 'loops-2.zip', bytes: file }] : []),
  ]
  const url = buildUrl(contentEdit.updateContent, { params: { id } })
  const { status, body } = await client.form(url, parts, 'PATCH')
  return { status, body: body as contentEdit.ContentForEditing }
}
const setStatus = (client: testApp.CreatorClient, id: number, status: ContentStatus) =>
  client.call(contentEdit.setContentStatus, { params: { id }, body: { status } })
const getPublicContent = (client: testApp.Visitor, id: number) => client.call(getContent, { params: { id } })
const downloads = async (client: testApp.Visitor, id: number) =>
  String((await client.call(downloadContent, { params: { id } })).bytes)

async function isStored({ ports }: testApp.TestApp, key = ''): Promise<boolean> {
  const stream = await ports.fileStore.open(key)
  return stream?.destroy() !== undefined
}

async function contentFixture() {
  const w = await testApp.createTestApp()
  const mara = await w.creator()
  const item = await mara.publishFile({ price: '10.00', description: 'Ten loops' }, Buffer.from('first'))
  return { w, mara, item, id: item.id }
}

test('changed fields are on the next page view, and omitted ones stay', async () => {
  const { w, mara, id } = await contentFixture()

  const { status, body } = await edit(mara, id, { title: 'Harbour loops II', price: '12.50' })

  expect(status).toBe(200)
  expect(body).toMatchObject({ title: 'Harbour loops II', price: 12.5, description: 'Ten loops', version: 2 })
  expect((await getPublicContent(w.visitor(), id)).body).toMatchObject({
    title: 'Harbour loops II',
    price: '12.50',
    description: 'Ten loops',
    fileName: 'loops.zip',
  })
})

test('the edit form has every value that was entered', async () => {
  const w = await testApp.createTestApp()
  const mara = await w.creator()
  const item = await mara.publishText({
    pricingModel: 'pay_what_you_want',
    minimumPrice: '2.00',
    suggestedAmounts: '3, 5, 10',
    showSupporters: 'true',
    category: 'music',
  })

  const { body } = await mara.call(contentEdit.getContentForEditing, { params: { id: item.id } })

  expect(body).toMatchObject({
    textContent: 'Salt, flour, water.',
    minimumPrice: 2,
    suggestedAmounts: '3.00, 5.00, 10.00',
    showSupporters: true,
    category: 'music',
    version: 1,
    fileSha256: null,
  })
  const again = await edit(mara, item.id, { suggestedAmounts: body.suggestedAmounts, title: body.title })
  expect(again.body).toMatchObject({ suggestedAmounts: '3.00, 5.00, 10.00', price: 2 })
})

test('a price change during a checkout keeps the quote, and a new checkout has the new price', async () => {
  const { w, mara, id } = await contentFixture()
  const early = w.visitor()
  const quote = await early.pays(id)

  await edit(mara, id, { price: '20.00' })
  const late = await w.visitor().starts(id)
  const { body } = await early.call(completePayment, { params: { paymentIntentId: quote.paymentIntentId } })

  expect([quote.amount, late.amount]).toEqual(['10.00', '20.00'])
  expect(body.state).toBe('paid')
  expect(await w.probe.purchases()).toMatchObject([{ amount: 1000 }])
})

test('earlier buyers get the new file', async () => {
  const { w, mara, id } = await contentFixture()
  const fan = w.visitor()
  await fan.purchase(id)
  expect(await downloads(fan, id)).toBe('first')

  const { body } = await edit(mara, id, {}, Buffer.from('second, longer'))

  expect(body).toMatchObject({ fileName: 'loops-2.zip', fileSize: 14, title: 'Harbour loops' })
  expect(await downloads(fan, id)).toBe('second, longer')
})

test('a replaced file is removed after a day, and the new one stays', async () => {
  const { w, mara, id } = await contentFixture()
  const fan = w.visitor()
  await fan.purchase(id)
  const [old] = await w.db.select().from(files)
  await edit(mara, id, {}, Buffer.from('second'))

  await w.runPeriodicTasks()
  expect(await isStored(w, old?.key)).toBe(true)
  w.clock.advance(25 * 3_600_000)
  await w.runPeriodicTasks()

  expect(await isStored(w, old?.key)).toBe(false)
  expect(await w.db.$count(files)).toBe(1)
  expect(await downloads(fan, id)).toBe('second')
})

test('a deleted item’s file is removed only when no buyer can need it', async () => {
  const { w, mara, id } = await contentFixture()
  const unsold = await mara.publishFile({ title: 'Nobody wants it' })
  const fan = w.visitor()
  await fan.purchase(id)
  for (const itemId of [id, unsold.id]) await mara.call(deleteContent, { params: { id: itemId } })

  await w.runPeriodicTasks()
  w.clock.advance(25 * 3_600_000)
  await w.runPeriodicTasks()

  expect(await w.db.$count(files)).toBe(1)
  expect(await downloads(fan, id)).toBe('first')
})

test('an unpublished item has no page and no checkout, its buyers keep access, and publishing restores it', async () => {
  const { w, mara, id } = await contentFixture()
  const fan = w.visitor()
  await fan.purchase(id)

  expect((await setStatus(mara, id, 'draft')).body).toMatchObject({ status: 'draft', version: 2 })

  const missing = await getPublicContent(w.visitor(), id)
  expect([missing.status, missing.body]).toMatchObject([404, { message: 'Content Not Found' }])
  await expect(w.visitor().starts(id)).rejects.toThrow('404')
  expect(await downloads(fan, id)).toBe('first')

  await setStatus(mara, id, 'published')
  expect((await getPublicContent(w.visitor(), id)).status).toBe(200)
})

test('a payment started before an item was unpublished is delivered', async () => {
  const { w, mara, id } = await contentFixture()
  const fan = w.visitor()
  await fan.pays(id)

  await setStatus(mara, id, 'draft')

  expect(await downloads(fan, id)).toBe('first')
})

test('a draft is published once complete, and its errors name what is missing', async () => {
  const w = await testApp.createTestApp()
  const mara = await w.creator()
  const draft = await mara.publishes({ status: 'draft', kind: 'file' })

  const early = await setStatus(mara, draft.id, 'published')
  expect([early.status, early.body]).toMatchObject([
    400,
    { message: 'Please select a file to upload', fields: { file: 'Please select a file to upload' } },
  ])

  const { status, body } = await edit(mara, draft.id, { status: 'published' }, Buffer.from('now'))
  expect([status, body.status]).toEqual([200, 'published'])
  expect((await getPublicContent(w.visitor(), draft.id)).status).toBe(200)
})

test('the second of two edits of the same version is rejected and overwrites nothing', async () => {
  const { mara, id } = await contentFixture()

  await edit(mara, id, { title: 'From the first window', version: '1' })
  const second = await edit(mara, id, { description: 'From the second', version: '1' }, Buffer.from('lost'))

  expect([second.status, second.body]).toMatchObject([409, { code: 'conflict' }])
  const { body } = await mara.call(contentEdit.getContentForEditing, { params: { id } })
  expect(body).toMatchObject({ title: 'From the first window', description: 'Ten loops', fileSize: 5 })
})

test.each([
  [{ title: ' ' }, { title: 'Enter a title' }],
  [{ price: '-1' }, { price: 'Enter an amount like 5.00' }],
  [{ price: '' }, { price: 'Enter a price' }],
  [{ kind: 'text' }, { kind: 'You can’t change an item’s type. Create a new item instead.' }],
  [
    { pricingModel: 'pay_what_you_want', minimumPrice: '' },
    { minimumPrice: 'Please set a minimum price for pay-what-you-want content' },
  ],
])('an edit with %j is rejected at its field and stores no file', async (fields, messages) => {
  const { w, mara, id } = await contentFixture()

  const { status, body } = await edit(mara, id, fields, Buffer.from('in vain'))

  expect([status, body]).toMatchObject([400, { fields: messages }])
  expect(await w.db.$count(files)).toBe(1)
  expect((await mara.call(contentEdit.getContentForEditing, { params: { id } })).body).toMatchObject({
    version: 1,
    fileSize: 5,
  })
})

test('another creator’s item is reported as missing by every route', async () => {
  const { w, id } = await contentFixture()
  const jonas = await w.creator('jonas@example.com')

  for (const itemId of [id, 999_999]) {
    const responses = [
      await jonas.call(contentEdit.getContentForEditing, { params: { id: itemId } }),
      await edit(jonas, itemId, { title: 'Mine now' }, Buffer.from('mine')),
      await setStatus(jonas, itemId, 'draft'),
    ]
    for (const { status, body } of responses)
      expect([status, body]).toMatchObject([404, { code: 'not_found', message: 'Content Not Found' }])
  }
  expect((await getPublicContent(w.visitor(), id)).body).toMatchObject({ title: 'Harbour loops' })
})

test('a deleted item cannot be edited or published again', async () => {
  const { mara, id } = await contentFixture()
  await mara.call(deleteContent, { params: { id } })

  expect((await edit(mara, id, { title: 'Back' })).status).toBe(404)
  expect((await setStatus(mara, id, 'published')).status).toBe(404)
})

test('fields that the form does not have are ignored', async () => {
  const { mara, id } = await contentFixture()

  await edit(mara, id, { creatorId: 'x', id: '1', totalEarnings: '99', deletedAt: 'now', currency: 'EUR' })

  expect((await mara.call(contentEdit.getContentForEditing, { params: { id } })).body).toMatchObject({
    id,
    totalEarnings: 0,
    currency: 'USD',
  })
})
