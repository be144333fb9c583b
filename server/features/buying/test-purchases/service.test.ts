import { expect, test } from 'vitest'
import { requestRefund, sendAccessLinks } from '../../../../contract/access.ts'
import { getContent, listContent } from '../../../../contract/content.ts'
import { getDashboardStats } from '../../../../contract/earnings.ts'
import { updateInstanceSettings } from '../../../../contract/instance-settings.ts'
import { getAccess, type PurchaseAccess, redirectToFile } from '../../../../contract/purchases.ts'
import { getReceipt } from '../../../../contract/receipts.ts'
import { getTestPurchasePreview } from '../../../../contract/test-purchases.ts'
import { createTestApp, type Visitor } from '../../../../tests/support/test-app.ts'

const hourMs = 3_600_000

async function startTestPurchase(who: Visitor, id: number, fields: Record<string, string> = {}) {
  const answer = await who.send('POST', `/p/${id}/try`, {
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
  })
  const to = new URL(String(answer.headers.location), 'http://localhost')
  return { status: answer.statusCode, path: to.pathname, query: Object.fromEntries(to.searchParams) }
}

async function testPurchaseFixture(fields: Record<string, string> = {}) {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishFile(fields)
  const { path } = await startTestPurchase(creator, item.id, { amount: '7.50' })
  const token = path.split('/').at(-1) ?? ''
  const open = () => w.visitor().call(getAccess, { params: { token } })
  return { w, creator, item, token, open }
}

test('a creator’s test purchase has everything a buyer gets, marked as a test', async () => {
  const { w, item, open } = await testPurchaseFixture()

  const { status, body } = await open()
  const file = await w.visitor().send('GET', body.content.fileUrl ?? '')

  expect(status).toBe(200)
  expect(body.purchase).toMatchObject({ amount: '10.00', isTest: true, email: 'mara@example.com' })
  expect(body.content).toMatchObject({ id: item.id, fileName: 'loops.zip' })
  expect([file.statusCode, file.payload]).toEqual([200, 'the very bytes'])
})

test('a test purchase’s file supports range requests', async () => {
  const { w, open } = await testPurchaseFixture()
  const { body } = await open()

  const part = await w.visitor().send('GET', body.content.fileUrl ?? '', { headers: { range: 'bytes=4-7' } })

  expect([part.statusCode, part.payload]).toEqual([206, 'very'])
})

test('a test purchase calls no provider, has no ledger entries and is not counted', async () => {
  const { w, creator, item } = await testPurchaseFixture()

  const { body: stats } = await creator.call(getDashboardStats)
  const { body: list } = await creator.call(listContent)
  const { body: page } = await w.visitor().call(getContent, { params: { id: item.id } })

  expect(await w.probe.payments()).toEqual([])
  expect(await w.probe.checkouts()).toEqual([])
  expect(await w.probe.purchases()).toEqual([])
  expect(await w.probe.grants()).toEqual([])
  expect(await w.probe.entries()).toEqual([])
  expect(stats).toMatchObject({ totalTips: 0, totalEarnings: 0, availableBalance: 0 })
  expect(list[0]).toMatchObject({ tipCount: 0, unlockCount: 0, totalEarnings: 0 })
  expect(page).toMatchObject({ tipCount: 0, totalEarnings: null })
})

test('the email of a test purchase is marked as a test and opens the same page', async () => {
  const { w, token } = await testPurchaseFixture()

  await w.runJobs()

  const [email] = (await w.mailbox.list()).filter(({ subject }) => subject.startsWith('TEST'))
  expect(email).toMatchObject({ to: 'mara@example.com', subject: 'TEST: Harbour loops is yours' })
  const whole = await w.mailbox.read(email?.id ?? '')
  expect(JSON.stringify(whole)).toContain(`/access/${token}`)
  expect(JSON.stringify(whole)).toContain('No card was charged')
})

test('a draft can be tested before it is published', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const draft = await creator.publishText({ status: 'draft', title: 'Bread' })

  const seen = await creator.call(getTestPurchasePreview, { params: { id: draft.id } })
  const { path } = await startTestPurchase(creator, draft.id)
  const opened = await w.visitor().call(getAccess, { params: { token: path.split('/').at(-1) ?? '' } })

  expect(seen.body).toMatchObject({ title: 'Bread' })
  expect((await w.visitor().call(getContent, { params: { id: draft.id } })).status).toBe(404)
  expect((opened.body as PurchaseAccess).content.textContent).toBe('Salt, flour, water.')
})

test('the page of a test purchase has what buyers see: the sample, the amounts and the supporters', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishText({
    pricingModel: 'pay_what_you_want',
    minimumPrice: '5.00',
    textContent: 'Salt, flour, water. Then wait.',
    teaserWords: '2',
  })
  await w.runTeaserJobs()

  const params = { id: item.id }
  const seen = await creator.call(getTestPurchasePreview, { params })

  expect(seen.body).toEqual((await w.visitor().call(getContent, { params })).body)
  expect(seen.body).toMatchObject({ teaser: { text: 'Salt, flour,' } })
})

test('pay what you want requires the same minimum of a test purchase as of a buyer', async () => {
  const own = { pricingModel: 'pay_what_you_want', minimumPrice: '5.00' }
  const { creator, item, open } = await testPurchaseFixture(own)

  const low = await startTestPurchase(creator, item.id, { amount: '4.99' })
  const suggested = await startTestPurchase(creator, item.id, { suggestedAmount: '6.00' })

  expect((await open()).body.purchase.amount).toBe('7.50')
  expect(low).toEqual({
    status: 303,
    path: `/p/${item.id}`,
    query: { try: '1', amount: '4.99', problem: 'amount' },
  })
  expect(suggested.path).toMatch(/^\/access\/[\w-]{43}$/)
})

test('the receipt of a test purchase says that no money moved', async () => {
  const { w, token } = await testPurchaseFixture()

  const { body } = await w.visitor().call(getReceipt, { params: { token } })
  const pdf = await w.visitor().send('GET', `/access/${token}/receipt.pdf`)

  expect(body).toMatchObject({ isTest: true, amount: '10.00', state: 'paid' })
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
})

test('a test purchase cannot be refunded, and lost links do not include it', async () => {
  const { w, token } = await testPurchaseFixture()
  await w.runJobs()
  const before = (await w.mailbox.list()).length

  const refund = await w.visitor().call(requestRefund, { params: { token }, body: {} })
  await w.visitor().call(sendAccessLinks, { body: { email: 'mara@example.com' } })
  await w.runJobs()

  expect(refund.status).toBe(404)
  expect((await w.mailbox.list()).length).toBe(before)
})

test('testing another creator’s item and a missing one have the same response', async () => {
  const { w, item } = await testPurchaseFixture()
  const other = await w.creator('ben@example.com')

  const otherPreview = await other.call(getTestPurchasePreview, { params: { id: item.id } })
  const unknown = await other.call(getTestPurchasePreview, { params: { id: 1 } })
  const otherStart = await startTestPurchase(other, item.id)

  expect([otherPreview.status, otherPreview.body]).toEqual([unknown.status, unknown.body])
  expect(otherPreview.status).toBe(404)
  expect(otherStart).toMatchObject({ path: `/p/${item.id}`, query: { problem: 'failed' } })
})

test('a signed-out visitor is redirected to the page, and no test purchase is made', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const { id } = await creator.publishText()

  const { status, path, query } = await startTestPurchase(w.visitor(), id)

  expect({ status, path, query }).toMatchObject({ status: 303, path: `/p/${id}`, query: { try: '1' } })
  await w.runJobs()
  expect((await w.mailbox.list()).filter(({ subject }) => subject.startsWith('TEST'))).toEqual([])
})

test('after a day a test purchase’s page, file and signed URL expire', async () => {
  const { w, token, open } = await testPurchaseFixture()
  const { body } = await open()

  w.clock.advance(24 * hourMs)

  expect((await open()).status).toBe(404)
  expect((await w.visitor().send('GET', body.content.fileUrl ?? '')).statusCode).toBe(403)
  expect((await w.visitor().call(redirectToFile, { params: { token } })).status).toBe(404)
})

test('a test purchase’s signature opens no purchase, and vice versa', async () => {
  const { w, item, open } = await testPurchaseFixture()
  const { body } = await open()
  const fan = w.visitor()
  const { purchaseId } = await fan.purchase(item.id)
  const query = String(body.content.fileUrl).split('?')[1]

  const asPurchase = await fan.send('GET', `/files/${purchaseId}/loops.zip?${query}`)
  const sameId = await fan.send('GET', `/files/${body.purchase.id}/loops.zip?${query}`)

  expect([asPurchase.statusCode, sameId.statusCode]).toEqual([404, 404])
})

test('a test purchase whose random id is taken gets another one', async () => {
  const { w, creator, item, open } = await testPurchaseFixture()
  const { body: first } = await open()
  const ids = [first.purchase.id, 123_456_789_012_345]
  w.ports.newPublicId = () => ids.shift() ?? 0

  const { path } = await startTestPurchase(creator, item.id, { amount: '7.50' })
  const params = { token: path.split('/').at(-1) ?? '' }
  const { body: second } = await w.visitor().call(getAccess, { params })

  expect(second.purchase.id).toBe(123_456_789_012_345)
})

test('an item has five test links at most, and a new one ends the oldest', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const { id } = await creator.publishText()
  const paths: Array<string> = []
  for (let i = 0; i < 7; i++) {
    paths.push((await startTestPurchase(creator, id)).path)
    w.clock.advance(60_000)
  }
  const statuses: Array<number> = []

  for (const path of paths) statuses.push((await w.visitor().send('GET', `/api${path}`)).statusCode)

  expect(statuses).toEqual([404, 404, 200, 200, 200, 200, 200])
})

test('where first items are reviewed, a new creator’s draft opens in their own session only', async () => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')
  await admin.call(updateInstanceSettings, { body: { moderation: 'first_publish' } })
  const creator = await w.creator()
  const { id } = await creator.publishFile({ status: 'draft' })
  const { path } = await startTestPurchase(creator, id)
  const { body } = await creator.call(getAccess, { params: { token: path.split('/').at(-1) } })
  const fileUrl = body.content.fileUrl ?? ''

  const statuses = async (who: Visitor) => [
    (await who.send('GET', `/api${path}`)).statusCode,
    (await who.send('GET', fileUrl)).statusCode,
  ]

  expect(await statuses(creator)).toEqual([200, 200])
  expect(await statuses(w.visitor())).toEqual([404, 404])
  expect(await statuses(admin)).toEqual([404, 404])
})
