import { expect, test } from 'vitest'
import { getCompletion } from '../contract/bundle-completion.ts'
import { updateBundle } from '../contract/bundles.ts'
import { createDiscount } from '../contract/discounts.ts'
import { takeDownContent } from '../contract/moderation.ts'
import { createPaymentIntent, getAccess, sendAccessEmail } from '../contract/purchases.ts'
import { refundSale } from '../contract/sales.ts'
import { bundleFixture } from './support/bundle-fixture.ts'
import { checkLedger } from './support/check-ledger.ts'
import { postForm } from './support/free-fixture.ts'
import { sentEmailsTo } from './support/sent-emails.ts'
import type { Visitor } from './support/test-app.ts'

const tokenOf = async (buyer: Visitor, contentId: number) =>
  String((await buyer.starts(contentId)).existingAccessUrl)
    .split('/')
    .at(-1) ?? ''

const open = async (who: Visitor, token: string) => (await who.call(getAccess, { params: { token } })).body

const ownerOf = (url: string) => new URL(url, 'http://localhost').searchParams.get('owner') ?? ''

const restOf = async (who: Visitor, id: number, owner?: string) =>
  (await who.call(getCompletion, { params: { id }, query: { owner } })).body

/** Somebody has the Night Ferry, and its link. */
async function ferryOwner(options: Parameters<typeof bundleFixture>[0] = {}) {
  const fixture = await bundleFixture(options)
  const buyer = fixture.w.visitor()
  const sale = await buyer.purchase(fixture.ferry.id)
  return { ...fixture, buyer, sale, token: await tokenOf(buyer, fixture.ferry.id) }
}

test('the page of an item offers the rest of its bundle, with a link that proves what one owns', async () => {
  const { w, bundle, ferry, buyer, token } = await ferryOwner()

  const here = await open(buyer, token)
  const elsewhere = await open(w.visitor(), token)

  expect(here.set).toMatchObject({
    title: 'The whole coast',
    itemCount: 3,
    offer: { ownedCount: 1, price: '16.00', currency: 'USD', url: `/p/${bundle.id}` },
    accessUrl: null,
  })
  expect(here.set?.offer?.covers.map(({ title }) => title)).toEqual(['The little book', 'Karst'])
  const url = elsewhere.set?.offer?.url ?? ''
  expect(url.startsWith(`/p/${bundle.id}?owner=`)).toBe(true)
  expect(url).not.toContain(token)
  const stranger = w.visitor()
  expect((await restOf(stranger, bundle.id, ownerOf(url))).completion).toMatchObject({
    price: '16.00',
    ownedIds: [ferry.id],
  })
  expect((await restOf(stranger, bundle.id)).completion).toBeNull()
  expect(stranger.cookies.size).toBe(0)
})

test('who opens the link on another device pays for the rest only, and has all of it on one page', async () => {
  const { w, bundle, token, buyer, ferry } = await ferryOwner()
  const phone = w.visitor()
  const owner = ownerOf((await open(phone, token)).set?.offer?.url ?? '')
  const form = { email: 'phone@example.com', paysAsOwner: owner }

  const { status, path, query } = await postForm(phone, `/p/${bundle.id}`, form)
  const { amount } = await phone.purchase(bundle.id, { paysAsOwner: owner, email: 'phone@example.com' })

  expect([status, path, query.owner]).toEqual([303, `/checkout/${bundle.id}`, owner])
  expect(amount).toBe('16.00')
  expect((await restOf(phone, bundle.id)).completion).toBeNull()
  const whole = await open(phone, await tokenOf(phone, bundle.id))
  expect(whole.content.parts.map(({ section }) => section)).toEqual([
    'Night Ferry',
    'The little book',
    'Karst',
  ])
  expect(whole.set).toMatchObject({ isHere: true, itemCount: 3, offer: null })
  // The earlier link goes on working, and says where everything is only to the browser that paid for it.
  const earlier = await open(phone, token)
  expect(earlier.content.title).toBe('Night Ferry')
  expect(earlier.set).toMatchObject({ offer: null, accessUrl: whole.accessUrl })
  expect((await open(w.visitor(), token)).set).toMatchObject({ offer: null, accessUrl: null })
  expect((await open(buyer, await tokenOf(buyer, ferry.id))).set).toMatchObject({
    offer: null,
    accessUrl: null,
  })
  expect(await checkLedger(w)).toEqual([])
})

test('the address of another owner keeps nothing that was refunded', async () => {
  const { w, mara, bundle, ferry } = await ferryOwner()
  await w.visitor().purchase(ferry.id, { email: 'owner@example.com' })
  const other = w.visitor()
  const { purchaseId } = await other.purchase(ferry.id, { email: 'other@example.com' })
  await other.purchase(bundle.id, { paysAsOwner: true, email: 'owner@example.com' })
  const sections = async () =>
    (await open(other, await tokenOf(other, bundle.id))).content.parts.map(({ section }) => section)
  const before = await sections()

  await mara.call(refundSale, { params: { id: purchaseId }, body: { refunded: '0.00' } })

  expect(before).toEqual(['Night Ferry', 'The little book', 'Karst'])
  expect(await sections()).toEqual(['The little book', 'Karst'])
})

test('one purchase completes a set once, and again after that was refunded', async () => {
  const { w, mara, bundle, token } = await ferryOwner()
  const owner = ownerOf((await open(w.visitor(), token)).set?.offer?.url ?? '')
  const [first, second] = [w.visitor(), w.visitor()]
  const sale = await first.purchase(bundle.id, { paysAsOwner: owner, email: 'first@example.com' })
  const start = () => second.call(createPaymentIntent, { body: { contentId: bundle.id, paysAsOwner: owner } })

  const refused = await start()
  await mara.call(refundSale, { params: { id: sale.purchaseId }, body: { refunded: '0.00' } })
  const started = await start()

  expect(refused.status).toBe(400)
  expect(started.body).toMatchObject({ amount: '16.00' })
})

test('a link proves nothing after 30 days or after a refund, and a text that is none never', async () => {
  const { w, mara, bundle, sale, token } = await ferryOwner()
  const owner = ownerOf((await open(w.visitor(), token)).set?.offer?.url ?? '')
  const changed = `${owner.slice(0, -2)}AA`
  const stranger = w.visitor()

  expect(await restOf(stranger, bundle.id, changed)).toEqual({
    completion: null,
    upgrade: null,
    hasEnded: true,
  })
  expect(await restOf(stranger, bundle.id, token)).toMatchObject({ completion: null, hasEnded: true })
  await mara.call(refundSale, { params: { id: sale.purchaseId }, body: { refunded: '0.00' } })
  expect(await restOf(stranger, bundle.id, owner)).toMatchObject({ completion: null, hasEnded: false })
  w.clock.advance(31 * 24 * 3_600_000)
  expect(await restOf(stranger, bundle.id, owner)).toMatchObject({ completion: null, hasEnded: true })
})

test('the offer is dismissed for good, on every device', async () => {
  const { w, buyer, token } = await ferryOwner()

  const { status, path } = await postForm(w.visitor(), `/access/${token}/dismiss-set`)

  expect([status, path]).toEqual([303, `/access/${token}`])
  expect((await open(buyer, token)).set).toBeNull()
  expect((await postForm(w.visitor(), `/access/${'x'.repeat(43)}/dismiss-set`)).status).toBe(404)
})

test('nothing is offered of a bundle that does not offer it, is a draft, or whose item was taken out', async () => {
  const { mara, bundle, input, buyer, token, book, karst } = await ferryOwner()
  const edit = (changes: object) =>
    mara.call(updateBundle, { params: { id: bundle.id }, body: { ...input, ...changes } })
  const setAfter = async (changes: object) => {
    expect((await edit(changes)).status).toBe(200)
    return (await open(buyer, token)).set
  }

  expect(await setAfter({ offersCompletion: false })).toBeNull()
  expect(await setAfter({ status: 'draft' })).toBeNull()
  expect(await setAfter({ items: [book.id, karst.id] })).toBeNull()
  expect(await setAfter({})).toMatchObject({ offer: { price: '16.00' } })
})

test('the first access email offers the rest once, with the price of the page that it leads to', async () => {
  const { w, bundle, buyer, book } = await ferryOwner()
  const { paymentIntentId } = await buyer.purchase(book.id)
  await w.runJobs()
  w.clock.advance(2 * 60_000)
  await buyer.call(sendAccessEmail, { body: { paymentIntentId, contentId: book.id } })

  const mails = await sentEmailsTo(w, 'fan@example.com')

  const ofBooks = mails.filter(({ subject }) => subject === 'The little book is yours')
  const [ofBook = '', ...others] = ofBooks.map(({ text }) => text).filter((text) => text.includes('You have'))
  // 24.00 × 15.00 / 36.00
  expect(ofBook).toContain('You have 2 of 3 of “The whole coast”. The rest for $10.00')
  const owner = ownerOf(/http\S+owner=\S+/.exec(ofBook)?.[0] ?? '')
  expect((await restOf(w.visitor(), bundle.id, owner)).completion).toMatchObject({ price: '10.00' })
  expect([ofBooks.length, others]).toEqual([2, []])
})

test('an item that was taken down is neither owned nor missing', async () => {
  const { w, buyer, karst, token } = await ferryOwner()
  const admin = await w.creator('admin@example.com')
  await admin.call(takeDownContent, {
    params: { id: karst.id },
    body: { reason: 'Not yours', revokeBuyers: false },
  })

  // 24.00 × 9.00 / 21.00
  expect((await open(buyer, token)).set).toMatchObject({
    itemCount: 2,
    offer: { ownedCount: 1, price: '9.00' },
  })
})

test('a code changes nothing of the rest, from the first screen to the last', async () => {
  const { w, mara, bundle, buyer } = await ferryOwner()
  await mara.call(createDiscount, { body: { code: 'SPRING', kind: 'percent', percentBps: 1_000 } })

  const { amount } = await buyer.purchase(bundle.id, { paysAsOwner: true, code: 'SPRING' })

  expect(amount).toBe('16.00')
  expect(await checkLedger(w)).toEqual([])
})
