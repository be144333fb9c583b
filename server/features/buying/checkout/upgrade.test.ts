import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getCompletion } from '../../../../contract/bundle-completion.ts'
import { deleteContent } from '../../../../contract/content.ts'
import { getContentForEditing, updateContent } from '../../../../contract/content-editing.ts'
import { takeDownContent } from '../../../../contract/moderation.ts'
import { createPaymentIntent, getCheckout } from '../../../../contract/purchases.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { exportSales, getSale, listSales, refundSale } from '../../../../contract/sales.ts'
import { bundleFixture } from '../../../../tests/support/bundle-fixture.ts'
import { checkLedger } from '../../../../tests/support/check-ledger.ts'
import { createTestApp, type Visitor } from '../../../../tests/support/test-app.ts'
import { checkouts, users } from '../../../db/schema/index.ts'

/** Mara sells Lite for $12.00, and Studio for $22.00 or for $10.00 to owners of Lite. */
async function studio(fields: Record<string, string> = {}) {
  const w = await createTestApp()
  const mara = await w.creator('mara@example.com')
  const lite = await mara.publishText({ title: 'Lite', price: '12.00' })
  const pro = await mara.publishText({
    title: 'Studio',
    price: '22.00',
    upgradeFromId: String(lite.id),
    upgradeAmount: '10.00',
    ...fields,
  })
  const edit = (changed: Record<string, string>, id = pro.id) => {
    const parts = Object.entries(changed).map(([name, value]) => ({ name, value }))
    return mara.form(buildUrl(updateContent, { params: { id } }), parts, updateContent.method)
  }
  return { w, mara, lite, pro, edit, fan: w.visitor() }
}

const offerOf = async (who: Visitor, id: number) =>
  (await who.call(getCompletion, { params: { id } })).body.upgrade

const start = (who: Visitor, contentId: number, more: object = {}) =>
  who.call(createPaymentIntent, { body: { contentId, paysAsOwner: true, ...more } })

test('who owns the other item pays the difference, and everybody else the price', async () => {
  const { w, lite, pro, fan } = await studio()
  await fan.purchase(lite.id)

  const offer = await offerOf(fan, pro.id)
  const { amount, clientSecret } = await fan.starts(pro.id, { paysAsOwner: true })
  const headers = fan.clientSecretHeaders(clientSecret)
  const { body: checkout } = await fan.call(getCheckout, { params: { id: pro.id }, headers })
  await fan.purchase(pro.id, { paysAsOwner: true })

  expect(offer).toEqual({ price: '10.00', fullPrice: '22.00', currency: 'USD', fromTitle: 'Lite' })
  expect(amount).toBe('10.00')
  expect(checkout).toMatchObject({ listAmount: '10.00', isOwnerPrice: true, discount: null, tip: null })
  const [bought] = await w.db
    .select({ owned: checkouts.ownedContentIds })
    .from(checkouts)
    .where(eq(checkouts.contentId, pro.id))
  expect(bought?.owned).toEqual([lite.id])
  const stranger = w.visitor()
  expect(await offerOf(stranger, pro.id)).toBeNull()
  expect(await stranger.purchase(pro.id, { email: 'other@example.com' })).toMatchObject({ amount: '22.00' })
  expect(await checkLedger(w)).toEqual([])
})

test('the sales list and its export say from which item somebody upgraded', async () => {
  const { w, mara, lite, pro, fan } = await studio()
  await fan.purchase(lite.id)
  w.clock.advance(1_000)
  const { purchaseId } = await fan.purchase(pro.id, { paysAsOwner: true })
  await w.db.update(users).set({ plan: 'pro' }).where(eq(users.id, mara.id))

  const { body } = await mara.call(listSales)
  const csv = await mara.call(exportSales)
  const detail = await mara.call(getSale, { params: { id: purchaseId } })

  expect(body.sales.map(({ soldAs, upgradedFrom }) => [soldAs, upgradedFrom])).toEqual([
    ['upgrade', 'Lite'],
    ['item', null],
  ])
  expect(detail.body).toMatchObject({ soldAs: 'upgrade', upgradedFrom: 'Lite', amount: '10.00' })
  expect(csv.bytes.toString('utf8')).toContain(',Studio,upgrade from Lite,')
})

test('ownership is asked again when the checkout starts: not by an address, and not after a refund', async () => {
  const { w, mara, lite, pro, fan } = await studio()
  const sale = await fan.purchase(lite.id, { email: 'fan@example.com' })
  const sentence = 'You don’t own the same items as before, so the price has changed. Reload the page.'

  const stranger = await start(w.visitor(), pro.id, { buyerEmail: 'fan@example.com' })
  await mara.call(refundSale, { params: { id: sale.purchaseId }, body: { refunded: '0' } })
  const refunded = await start(fan, pro.id)

  expect([stranger.status, refunded.status]).toEqual([400, 400])
  expect(refunded.body).toMatchObject({ message: sentence })
  expect(await offerOf(fan, pro.id)).toBeNull()
})

test('an item that came in a bundle is owned too', async () => {
  const { w, mara, bundle, ferry } = await bundleFixture()
  const upgradeFromId = String(ferry.id)
  const pro = await mara.publishText({ price: '22.00', upgradeFromId, upgradeAmount: '10.00' })
  const fan = w.visitor()
  await fan.purchase(bundle.id)

  expect((await fan.starts(pro.id, { paysAsOwner: true })).amount).toBe('10.00')
})

test('a code and a tip leave the price for owners as it is', async () => {
  const { lite, pro, fan } = await studio({ offersTip: 'true' })
  await fan.purchase(lite.id)

  const { body } = await start(fan, pro.id, { code: 'NOSUCHCODE', tip: '5.00' })

  expect(body.amount).toBe('10.00')
})

test('the form without a script leads to the checkout at the price for owners, or back with a sentence', async () => {
  const { w, lite, pro, fan } = await studio()
  await fan.purchase(lite.id)
  const post = (who: Visitor) =>
    who.send('POST', `/p/${pro.id}`, {
      payload: 'paysAsOwner=yes',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    })

  const { headers } = await post(fan)
  const refused = await post(w.visitor())

  expect(headers.location).toMatch(/\/checkout\/\d+\?.*owner=yes/)
  expect(refused.headers.location).toContain('problem=owner')
})

test('a price that was lowered since is never above the price for others', async () => {
  const { lite, pro, edit, fan } = await studio()
  await fan.purchase(lite.id)

  const { status } = await edit({ price: '9.00', upgradeAmount: '8.99' })
  const cheaper = await offerOf(fan, pro.id)
  const refused = await edit({ price: '8.00' })

  expect(status).toBe(200)
  expect(cheaper).toMatchObject({ price: '8.99', fullPrice: '9.00' })
  expect(refused.body).toMatchObject({
    fields: { upgradeAmount: 'The difference must be less than the price of $8.00' },
  })
})

test('the editor shows the choice, keeps it when other fields change, and can end it', async () => {
  const { mara, lite, pro, edit, fan } = await studio()
  await fan.purchase(lite.id)
  const read = async () => (await mara.call(getContentForEditing, { params: { id: pro.id } })).body.upgrade
  const chosen = { fromId: lite.id, fromTitle: 'Lite', amount: '10.00' }

  expect(await read()).toEqual(chosen)
  // It stays when the other item is not on sale any more: its owners have it.
  await edit({ status: 'draft' }, lite.id)
  await edit({ title: 'Studio edition' })
  expect(await read()).toEqual(chosen)
  expect(await offerOf(fan, pro.id)).toMatchObject({ price: '10.00' })
  await edit({ upgradeFromId: '', upgradeAmount: '' })
  expect(await read()).toBeNull()
  expect(await offerOf(fan, pro.id)).toBeNull()
})

test('nothing is an upgrade from a deleted item, nor from one that was taken down', async () => {
  const { w, mara, lite, pro, fan } = await studio()
  const admin = await w.creator('admin@example.com')
  await fan.purchase(lite.id)

  const body = { reason: 'Not yours', revokeBuyers: false }
  await admin.call(takeDownContent, { params: { id: lite.id }, body })
  expect(await offerOf(fan, pro.id)).toBeNull()
  await mara.call(deleteContent, { params: { id: lite.id } })
  const { body: item } = await mara.call(getContentForEditing, { params: { id: pro.id } })

  expect(item.upgrade).toBeNull()
})

test('bad input is refused with a sentence', async () => {
  const { w, mara, lite, pro, edit } = await studio()
  const nadia = await w.creator('nadia@example.com')
  const foreign = await nadia.publishText()
  const draft = await mara.publishText({ title: 'Draft', status: 'draft' })
  const published = 'Choose one of your published items'
  const cases: Array<[Record<string, string>, Record<string, string>]> = [
    [
      { upgradeFromId: String(pro.id) },
      { upgradeFromId: 'An item can’t be an upgrade from itself. Choose another one.' },
    ],
    [{ upgradeFromId: String(foreign.id) }, { upgradeFromId: published }],
    [{ upgradeFromId: String(draft.id) }, { upgradeFromId: published }],
    [{ upgradeFromId: '999999' }, { upgradeFromId: published }],
    [{ upgradeFromId: 'lite' }, { upgradeFromId: published }],
    [{ upgradeFromId: '' }, { upgradeFromId: 'Choose the item whose owners pay only the difference' }],
    [{ upgradeAmount: '' }, { upgradeAmount: 'Enter the difference' }],
    [{ upgradeAmount: '0' }, { upgradeAmount: 'Enter $0.01 or more. A card can’t pay less.' }],
    [{ upgradeAmount: '22.00' }, { upgradeAmount: 'The difference must be less than the price of $22.00' }],
  ]
  for (const [changes, fields] of cases)
    expect(await edit(changes)).toMatchObject({ status: 400, body: { fields } })
  const { body } = await mara.call(getContentForEditing, { params: { id: pro.id } })
  expect(body.upgrade).toEqual({ fromId: lite.id, fromTitle: 'Lite', amount: '10.00' })
})

test('a bundle is no item to upgrade from, and without a fixed price there is no upgrade', async () => {
  const { mara, bundle, ferry } = await bundleFixture()
  const parts = (fields: Record<string, string>) =>
    Object.entries({ kind: 'text', textContent: 'Salt.', title: 'Studio', ...fields }).map(
      ([name, value]) => ({
        name,
        value,
      }),
    )
  const upgradeAmount = '10.00'

  const ofBundle = { price: '30.00', upgradeFromId: String(bundle.id), upgradeAmount }
  expect(await mara.form('/api/content', parts(ofBundle))).toMatchObject({
    status: 400,
    body: { fields: { upgradeFromId: expect.stringContaining('Choose a single item.') } },
  })
  const pricingModel = 'pay_what_you_want'
  const tips = { pricingModel, minimumPrice: '3.00', upgradeFromId: String(ferry.id), upgradeAmount }
  const { body } = await mara.form('/api/content', parts(tips))
  const { body: stored } = await mara.call(getContentForEditing, { params: { id: body.id } })
  expect(stored.upgrade).toBeNull()
})
