import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { getCompletion } from '../contract/bundle-completion.ts'
import { createBundle, findBundleItems, removeBundleCover, updateBundle } from '../contract/bundles.ts'
import { deleteContent, getContent } from '../contract/content.ts'
import { setContentStatus } from '../contract/content-editing.ts'
import { reinstateContent, takeDownContent } from '../contract/moderation.ts'
import { createPaymentIntent, getAccess } from '../contract/purchases.ts'
import { refundSale } from '../contract/sales.ts'
import { contentParts, files } from '../server/db/schema/index.ts'
import { bundleFixture } from './support/bundle-fixture.ts'
import { differences } from './support/check-ledger.ts'
import { sentEmailsTo } from './support/sent-emails.ts'
import type { CreatorClient, TestApp, Visitor } from './support/test-app.ts'
import { unzip } from './support/unzip.ts'

async function refund(seller: CreatorClient, sale: { purchaseId: number; amount: string }) {
  const body = { amount: sale.amount, refunded: '0.00', reason: '' }
  expect((await seller.call(refundSale, { params: { id: sale.purchaseId }, body })).status).toBe(200)
}

/** The token of the access page of this browser's purchase. */
async function tokenOf(buyer: Visitor, contentId: number) {
  const { existingAccessUrl } = await buyer.starts(contentId)
  return String(existingAccessUrl).split('/').at(-1) ?? ''
}

async function accessOf(buyer: Visitor, contentId: number) {
  return (await buyer.call(getAccess, { params: { token: await tokenOf(buyer, contentId) } })).body
}

const namesOf = ({ content }: Awaited<ReturnType<typeof accessOf>>) =>
  content.parts.map(({ section, name }) => `${section}: ${name}`)

async function fileRowsOf({ db }: TestApp, contentId: number) {
  return db
    .select({ key: files.key })
    .from(files)
    .innerJoin(contentParts, eq(contentParts.fileId, files.id))
    .where(eq(contentParts.contentId, contentId))
}

test('one payment for a bundle is one sale, and gives the parts of every item', async () => {
  const { w, mara, bundle } = await bundleFixture()
  const buyer = w.visitor()

  const { amount } = await buyer.purchase(bundle.id)
  const access = await accessOf(buyer, bundle.id)

  expect(amount).toBe('24.00')
  expect(namesOf(access)).toEqual([
    'Night Ferry: loops.zip',
    'The little book: The little book',
    'Karst: loops.zip',
  ])
  expect(access.bundle).toEqual({ itemCount: 3, takenDown: [] })
  const { body: sales } = await mara.send('GET', '/api/sales').then((answer) => ({ body: answer.json() }))
  expect(sales.sales).toMatchObject([{ soldAs: 'bundle' }])
  expect(await differences(w, 'Stored totals match the sum of their entries')).toEqual([])
})

test('everything can be downloaded as one archive with a folder for each item, and each file by its own address', async () => {
  const { w, bundle } = await bundleFixture()
  const buyer = w.visitor()
  await buyer.purchase(bundle.id)
  const token = await tokenOf(buyer, bundle.id)
  const access = await accessOf(buyer, bundle.id)

  const redirect = await buyer.send('GET', `/access/${token}/file?part=all`)
  const archive = await w.visitor().send('GET', String(redirect.headers.location))

  expect([...unzip(archive.rawPayload).keys()]).toEqual([
    'Night Ferry/loops.zip',
    'The little book/The little book.txt',
    'Karst/loops.zip',
  ])
  for (const part of access.content.parts)
    if (part.kind === 'file')
      expect((await w.visitor().send('GET', part.url ?? '')).payload).toBe('the very bytes')
})

test('the tip page says what is inside, and what it costs one by one', async () => {
  const { w, mara, bundle, ferry } = await bundleFixture()
  await mara.call(setContentStatus, { params: { id: ferry.id }, body: { status: 'draft' } })

  const { body } = await w.visitor().call(getContent, { params: { id: bundle.id } })

  expect(body).toMatchObject({ itemCount: 3, parts: [], bundle: { singly: '36.00' } })
  expect(body.bundle?.items.map(({ title, price, isOnSale }) => [title, price, isOnSale])).toEqual([
    ['Night Ferry', '12.00', false],
    ['The little book', '9.00', true],
    ['Karst', '15.00', true],
  ])
})

test('who bought before keeps an item that is removed, and gets one that is added', async () => {
  const { w, mara, bundle, input, ferry, book } = await bundleFixture()
  const early = w.visitor()
  await early.purchase(bundle.id)
  const salt = await mara.publishText({ title: 'Salt Roads', price: '12.00' })
  w.clock.advance(1_000)
  const items = [book.id, ferry.id, salt.id]

  const { status } = await mara.call(updateBundle, { params: { id: bundle.id }, body: { ...input, items } })
  const late = w.visitor()
  w.clock.advance(1_000)
  await late.purchase(bundle.id, { email: 'late@example.com' })

  expect(status).toBe(200)
  const sections = async (who: Visitor) =>
    (await accessOf(who, bundle.id)).content.parts.map(({ section }) => section)
  expect(await sections(early)).toEqual(['The little book', 'Night Ferry', 'Salt Roads', 'Karst'])
  expect(await sections(late)).toEqual(['The little book', 'Night Ferry', 'Salt Roads'])
})

test('the file of a deleted item stays while somebody has it in a bundle, and goes when that is refunded', async () => {
  const { w, mara, bundle, karst } = await bundleFixture()
  const buyer = w.visitor()
  const sale = await buyer.purchase(bundle.id)
  w.clock.advance(1_000)

  await mara.call(deleteContent, { params: { id: karst.id } })
  w.clock.advance(3 * 24 * 3_600_000)
  await w.runPeriodicTasks()

  expect(await fileRowsOf(w, karst.id)).toHaveLength(1)
  expect(namesOf(await accessOf(buyer, bundle.id))).toContain('Karst: loops.zip')
  await refund(mara, sale)
  w.clock.advance(3 * 24 * 3_600_000)
  await w.runPeriodicTasks()
  expect(await fileRowsOf(w, karst.id)).toHaveLength(0)
})

test('an item that was taken down is hidden, and its part of the price is named', async () => {
  const { w, bundle, karst } = await bundleFixture()
  const admin = await w.creator('admin@example.com')
  const buyer = w.visitor()
  await buyer.purchase(bundle.id)
  const before = await accessOf(buyer, bundle.id)
  const url = before.content.parts.find(({ section }) => section === 'Karst')

  await admin.call(takeDownContent, {
    params: { id: karst.id },
    body: { reason: 'Not yours', revokeBuyers: false },
  })

  const access = await accessOf(buyer, bundle.id)
  expect(access.content.parts.map(({ section }) => section)).toEqual(['Night Ferry', 'The little book'])
  // 24.00 × 15.00 / 36.00
  expect(access.bundle).toMatchObject({
    itemCount: 2,
    takenDown: [{ title: 'Karst', share: '10.00', refundable: '10.00', refund: null }],
  })
  expect((await buyer.send('GET', url && 'sha256' in url ? String(url.url) : '')).statusCode).toBe(404)
  const { body } = await w.visitor().call(getContent, { params: { id: bundle.id } })
  expect(body.bundle?.items.map(({ title }) => title)).toEqual(['Night Ferry', 'The little book'])
})

test('who owns one of three pays for the other two at the bundle’s rate, and has all on one page', async () => {
  const { w, bundle, ferry } = await bundleFixture()
  const buyer = w.visitor()
  await buyer.purchase(ferry.id)

  const { body } = await buyer.call(getCompletion, { params: { id: bundle.id } })
  const { amount } = await buyer.purchase(bundle.id, { paysAsOwner: true })

  // 24.00 × 24.00 / 36.00
  expect(body.completion).toMatchObject({
    price: '16.00',
    restSingly: '24.00',
    allSingly: '36.00',
    ownedIds: [ferry.id],
  })
  expect(amount).toBe('16.00')
  expect((await accessOf(buyer, bundle.id)).bundle).toEqual({ itemCount: 3, takenDown: [] })
  expect(await differences(w, 'Stored totals match the sum of their entries')).toEqual([])
})

test('a refund of the rest takes back only what came with it, and a refund of what was owned takes it from the set', async () => {
  const { w, mara, bundle, ferry } = await bundleFixture()
  const buyer = w.visitor()
  const first = await buyer.purchase(ferry.id)
  const rest = await buyer.purchase(bundle.id, { paysAsOwner: true })

  await refund(mara, first)
  const sections = (await accessOf(buyer, bundle.id)).content.parts.map(({ section }) => section)

  expect(sections).toEqual(['The little book', 'Karst'])
  const other = w.visitor()
  const owned = await other.purchase(ferry.id, { email: 'other@example.com' })
  const others = await other.purchase(bundle.id, { paysAsOwner: true, email: 'other@example.com' })
  await refund(mara, others)
  expect((await accessOf(other, ferry.id)).purchase.id).toBe(owned.purchaseId)
  expect(rest.amount).toBe('16.00')
})

test('nobody else’s purchase, address or refunded item makes the rest cheaper', async () => {
  const { w, mara, bundle, ferry } = await bundleFixture()
  const buyer = w.visitor()
  const sale = await buyer.purchase(ferry.id, { email: 'fan@example.com' })
  const stranger = w.visitor()
  const start = (who: Visitor) =>
    who.call(createPaymentIntent, {
      body: { contentId: bundle.id, buyerEmail: 'fan@example.com', paysAsOwner: true },
    })

  expect((await stranger.call(getCompletion, { params: { id: bundle.id } })).body.completion).toBeNull()
  expect((await start(stranger)).status).toBe(400)
  await refund(mara, sale)
  expect((await start(buyer)).status).toBe(400)
})

test('64 buyers at once each have one sale and everything in it', {
  tags: ['long'],
  timeout: 30_000,
}, async () => {
  const { w, bundle } = await bundleFixture()

  const bought = await Promise.all(
    Array.from({ length: 64 }, async (_, index) => {
      const buyer = w.visitor()
      await buyer.purchase(bundle.id, { email: `fan${index}@example.com` })
      return (await accessOf(buyer, bundle.id)).content.parts.length
    }),
  )

  expect(bought).toEqual(Array.from({ length: 64 }, () => 3))
  expect(await differences(w, 'Stored totals match the sum of their entries')).toEqual([])
})

const refused = [
  ['one item', { items: 1 }, { items: 'A bundle needs at least 2 items.' }],
  ['an item twice', { items: 'twice' }, { items: 'Each item can be in a bundle only once.' }],
  [
    'another bundle',
    { items: 'bundle' },
    { items: 'One of these items can’t be in a bundle. Reload the page and choose published items.' },
  ],
  [
    'a draft',
    { items: 'draft' },
    { items: 'One of these items can’t be in a bundle. Reload the page and choose published items.' },
  ],
  [
    'another creator’s item',
    { items: 'foreign' },
    { items: 'One of these items can’t be in a bundle. Reload the page and choose published items.' },
  ],
  ['no title', { title: ' ' }, { title: 'Enter a title' }],
  ['no price', { price: '' }, { price: 'Enter a price' }],
  [
    'more than singly',
    { price: '90.00' },
    { price: 'That’s more than the items cost singly ($36.00). Lower it, or take items out.' },
  ],
] as const

test('what is no bundle is refused with a sentence', async () => {
  const { w, mara, bundle, ferry, book, karst, input } = await bundleFixture()
  const draft = await mara.publishText({ title: 'Draft', status: 'draft' })
  const nadia = await w.creator('nadia@example.com')
  const foreign = await nadia.publishText()
  const lists: Record<string, Array<number>> = {
    1: [ferry.id],
    twice: [ferry.id, ferry.id],
    bundle: [ferry.id, bundle.id],
    draft: [ferry.id, draft.id],
    foreign: [ferry.id, foreign.id],
  }

  for (const [what, changes, fields] of refused) {
    const { items, ...other } = { items: undefined, ...changes }
    const { status, body } = await mara.call(createBundle, {
      body: { ...input, ...other, items: lists[String(items)] ?? [ferry.id, book.id, karst.id] },
    })
    expect(status, what).toBe(400)
    expect(body, what).toMatchObject({ fields })
  }
})

test('only published items of one’s own are offered, and no bundles', async () => {
  const { mara } = await bundleFixture()
  await mara.publishText({ title: 'Draft', status: 'draft' })

  const { body } = await mara.call(findBundleItems, { query: { q: '' } })
  const { body: found } = await mara.call(findBundleItems, { query: { q: 'kAr' } })

  expect(body.items.map(({ title }) => title)).toEqual(['Karst', 'The little book', 'Night Ferry'])
  expect(body.total).toBe(3)
  expect(found.items.map(({ title }) => title)).toEqual(['Karst'])
})

/** Gives an item parts that only earlier buyers have. */
async function keepParts({ db }: TestApp, { id, count }: { id: number; count: number }) {
  await db.execute(sql`
    insert into content_parts (content_id, kind, url, access, added_at, removed_at)
    select ${id}, 'link', 'https://example.com/' || n, 'link', now(), now() from generate_series(1, ${count}) as n`)
}

test('a bundle holds at most a thousand parts, also when one of its items grows later', async () => {
  const { w, mara, input, ferry, book, karst } = await bundleFixture()
  const salt = await mara.publishText({ title: 'Salt Roads', price: '12.00' })
  await keepParts(w, { id: ferry.id, count: 499 })
  await keepParts(w, { id: karst.id, count: 498 })
  const bundleOf = (items: Array<number>) =>
    mara.call(createBundle, { body: { ...input, price: '9.00', items } })
  const parts = [
    { kind: 'text', text: 'Light.' },
    { kind: 'link', url: 'https://example.com' },
  ]
  const addLink = () =>
    mara.form(`/api/content/${book.id}`, [{ name: 'parts', value: JSON.stringify(parts) }], 'PATCH')

  const full = await bundleOf([ferry.id, book.id, karst.id])
  const larger = await bundleOf([ferry.id, book.id, karst.id, salt.id])
  const grown = await addLink()

  expect(full.status).toBe(200)
  expect([larger.status, grown.status]).toEqual([400, 400])
  expect(larger.body).toMatchObject({
    fields: {
      items:
        'All items of a bundle have at most 1,000 parts together, with those that earlier buyers keep. Take items out.',
    },
  })
  expect(grown.body).toMatchObject({ fields: { parts: expect.stringContaining('“The whole coast”') } })
})

test('a bundle has a description and a cover, which is replaced and removed', async () => {
  const { w, mara, bundle, input, read } = await bundleFixture()
  const image = await sharp({ create: { width: 80, height: 40, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const url = `/api/bundles/${bundle.id}/cover`
  const send = (bytes: Buffer, who = mara) =>
    who.form(url, [{ name: 'previewImage', fileName: 'coast.png', bytes }])
  const previewOf = async () =>
    (await w.visitor().call(getContent, { params: { id: bundle.id } })).body.previewImage
  const body = { ...input, description: 'Four years of it.', previewFocus: { x: 20, y: 80 } }

  expect((await mara.call(updateBundle, { params: { id: bundle.id }, body })).status).toBe(200)
  expect((await send(image)).status).toBe(200)
  const first = await previewOf()
  await send(image)

  expect(await read()).toMatchObject({ description: 'Four years of it.', previewFocus: { x: 20, y: 80 } })
  expect((await w.visitor().send('GET', String(await previewOf()))).statusCode).toBe(200)
  expect(await previewOf()).not.toBe(first)
  expect((await send(Buffer.from('no image'))).status).toBe(415)
  expect((await mara.form(url, [])).body).toMatchObject({ fields: { previewImage: 'Choose an image.' } })
  const nadia = await w.creator('nadia@example.com')
  expect((await send(image, nadia)).status).toBe(404)
  expect((await mara.call(removeBundleCover, { params: { id: bundle.id } })).body.previewImage).toBeNull()
})

test('buyers hear what is new in a bundle by one email a day', async () => {
  const { w, mara, bundle, input, ferry, book, karst } = await bundleFixture()
  await w.visitor().purchase(bundle.id)
  const salt = await mara.publishText({ title: 'Salt Roads', price: '12.00' })
  w.clock.advance(1_000)
  const edit = (items: Array<number>, versionNotes: string) =>
    mara.call(updateBundle, {
      params: { id: bundle.id },
      body: { ...input, items, versionNotes, emailBuyers: 'true' as const },
    })

  const added = await edit([ferry.id, book.id, karst.id, salt.id], 'Salt Roads is new.')
  await w.runJobsOf('notify-buyers')
  const again = await edit([ferry.id, book.id, karst.id], 'Salt Roads is gone.')

  expect([added.status, again.status]).toEqual([200, 409])
  expect(again.body).toMatchObject({ fields: { emailBuyers: expect.any(String) } })
  const mails = (await sentEmailsTo(w, 'fan@example.com')).filter(({ subject }) =>
    subject.startsWith('What’s new'),
  )
  expect(mails.map(({ subject, text }) => [subject, text.includes('Salt Roads is new.')])).toEqual([
    ['What’s new in The whole coast', true],
  ])
})

test('an item that was taken down is named in the form, and is in the bundle again when it comes back', async () => {
  const { w, mara, bundle, input, ferry, book, karst, read } = await bundleFixture()
  const admin = await w.creator('admin@example.com')
  await admin.call(takeDownContent, {
    params: { id: karst.id },
    body: { reason: 'Not yours', revokeBuyers: false },
  })

  // 24.00 × 15.00 / 36.00
  expect((await read()).takenDown).toEqual([{ title: 'Karst', share: '10.00' }])
  const body = { ...input, price: '20.00', items: [book.id, ferry.id] }
  expect((await mara.call(updateBundle, { params: { id: bundle.id }, body })).status).toBe(200)
  await admin.call(reinstateContent, { params: { id: karst.id } })

  expect((await read()).items.map(({ title }) => title)).toEqual(['The little book', 'Night Ferry', 'Karst'])
})
