import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { updateProfile } from '../../../../contract/accounts.ts'
import { createBundle } from '../../../../contract/bundles.ts'
import { deleteContent } from '../../../../contract/content.ts'
import {
  addContentVersion,
  getItemUpdates,
  listContentVersions,
  stopItemUpdates,
} from '../../../../contract/item-updates.ts'
import { takeDownContent } from '../../../../contract/moderation.ts'
import { toOrderNumber } from '../../../../contract/order-number.ts'
import { getAccess } from '../../../../contract/purchases.ts'
import { refundSale } from '../../../../contract/sales.ts'
import { partsFixture } from '../../../../tests/support/parts-fixture.ts'
import type { TestApp } from '../../../../tests/support/test-app.ts'
import {
  accessGrants,
  checkouts,
  contentUpdateOptOuts,
  contentVersions,
  deliveries,
  purchases,
} from '../../../db/schema/index.ts'
import { notifyBuyers, updatesToken } from './updates.ts'

const dayMs = 24 * 3_600_000

/** Mara sells an item of two parts. */
async function updatesFixture() {
  const fixture = await partsFixture()
  const { w, mara, create, file } = fixture
  await mara.call(updateProfile, { body: { firstName: 'Mara', handle: 'mara', bio: '', links: '' } })
  const { body } = await create([await file('a.mp3'), await file('b.mp3')], { title: 'Night Ferry' })
  const params = { id: body.id }
  const sellTo = async (email: string) => (await w.visitor().purchase(body.id, { email })).purchaseId
  const add = (notes: string, emailBuyers = false) =>
    mara.call(addContentVersion, { params, body: { notes, emailBuyers } })
  /** Runs the job, sends what it stored, and returns whom it reached. */
  async function updatesSent() {
    await w.runJobsOf('notify-buyers')
    await w.runJobs()
    const sent = (await w.mailbox.list()).filter(({ subject }) => subject.startsWith('What’s new in'))
    return sent.map(({ to }) => to).toSorted()
  }
  async function newestUpdate() {
    const [email] = (await w.mailbox.list()).filter(({ subject }) => subject.startsWith('What’s new in'))
    return (await w.mailbox.read(email?.id ?? ''))?.text ?? ''
  }
  return { ...fixture, id: body.id, params, sellTo, add, updatesSent, newestUpdate }
}

test('buyers see notes on their page, newest first, and an email only when the creator asks for it', async () => {
  const { w, id, add, sells, updatesSent } = await updatesFixture()
  const buyer = await sells(id)

  expect((await add('A second take.')).body).toMatchObject({ notes: 'A second take.', number: '' })
  w.clock.advance(60_000)
  await add('  The booklet has lyrics now.\r\n\r\nThank you, Priya. ')

  expect((await buyer.access()).versions).toEqual([
    {
      number: '',
      notes: 'The booklet has lyrics now.\n\nThank you, Priya.',
      createdAt: '2026-03-01T12:01:00.000Z',
    },
    { number: '', notes: 'A second take.', createdAt: '2026-03-01T12:00:00.000Z' },
  ])
  expect(await updatesSent()).toEqual([])
})

test('an email goes to each address with access once, and says what is new', async () => {
  const { params, mara, sellTo, add, updatesSent, newestUpdate } = await updatesFixture()
  for (const email of ['fan@example.com', 'Fan@example.com', 'sam@example.com']) await sellTo(email)
  expect((await mara.call(listContentVersions, { params })).body).toMatchObject({ buyerCount: 2 })

  await add('A second take.\nOne microphone.', true)

  expect((await updatesSent()).map((to) => to.toLowerCase())).toEqual(['fan@example.com', 'sam@example.com'])
  const text = await newestUpdate()
  expect(text).toContain('A second take.')
  expect(text).toMatch(/\/access\/[A-Za-z0-9_-]{43}/)
  expect(text).toMatch(/Stop updates of Night Ferry/)
  expect((await mara.call(listContentVersions, { params })).body).toMatchObject({
    versions: [{ notes: 'A second take.\nOne microphone.' }],
    lastEmailedAt: '2026-03-01T12:00:00.000Z',
    nextEmailAt: '2026-03-02T12:00:00.000Z',
  })
})

test('who was refunded, stopped updates or paid later gets no email', async () => {
  const { w, mara, params, sellTo, add, updatesSent } = await updatesFixture()
  await sellTo('fan@example.com')
  const refunded = await sellTo('gone@example.com')
  await sellTo('quiet@example.com')
  await mara.call(refundSale, { params: { id: refunded }, body: { refunded: '0', reason: 'Asked for it' } })
  await w.db
    .insert(contentUpdateOptOuts)
    .values({ contentId: params.id, email: 'quiet@example.com', createdAt: w.clock.now() })
  expect((await mara.call(listContentVersions, { params })).body.buyerCount).toBe(1)

  await add('A second take.', true)
  w.clock.advance(1)
  await sellTo('late@example.com')

  expect(await updatesSent()).toEqual(['fan@example.com'])
})

test('a buyer who is refunded after the email was stored does not get it', async () => {
  const { w, mara, sellTo, add, updatesSent } = await updatesFixture()
  const order = await sellTo('fan@example.com')
  await add('A second take.', true)
  await w.runJobsOf('notify-buyers')

  await mara.call(refundSale, { params: { id: order }, body: { refunded: '0', reason: 'Asked for it' } })

  expect(await updatesSent()).toEqual([])
})

test('buyers are emailed at most once in 24 hours, also when the button is pressed twice at once', async () => {
  const { w, sellTo, add, updatesSent } = await updatesFixture()
  await sellTo('fan@example.com')

  const answers = await Promise.all([add('A second take.', true), add('A third take.', true)])

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const message = 'You emailed them today. The next update can go out tomorrow at 12:00 PM UTC.'
  const { body: refused } = answers.find(({ status }) => status === 409) ?? {}
  expect(JSON.stringify(refused).replaceAll('\u202f', ' ')).toBe(
    JSON.stringify({ code: 'conflict', message, fields: { emailBuyers: message } }),
  )
  expect(await updatesSent()).toEqual(['fan@example.com'])
  expect(await w.db.select().from(contentVersions)).toHaveLength(1)

  w.clock.advance(dayMs - 1)
  expect((await add('A fourth take.', true)).status).toBe(409)
  w.clock.advance(1)
  expect((await add('A fourth take.', true)).status).toBe(200)
  expect(await updatesSent()).toEqual(['fan@example.com', 'fan@example.com'])
})

test('the same note again adds nothing, and emails buyers if they were not', async () => {
  const { w, sellTo, add, updatesSent } = await updatesFixture()
  await sellTo('fan@example.com')

  for (const emailBuyers of [false, false, true, true]) await add('A second take.', emailBuyers)

  expect(await w.db.select().from(contentVersions)).toHaveLength(1)
  expect(await updatesSent()).toEqual(['fan@example.com'])
})

test('1,000 buyers are stored page by page, each once, also when the job is repeated', {
  tags: ['long'],
}, async () => {
  const { w, params, sellTo, add } = await updatesFixture()
  await sellTo('fan@example.com')
  await copySale(w, 999)
  const { body } = await add('A second take.', true)
  expect(body.notes).toBe('A second take.')
  const [version] = await w.db.select().from(contentVersions).where(eq(contentVersions.contentId, params.id))
  const data = { versionId: String(version?.id) }

  await notifyBuyers(w.ports, data)
  await notifyBuyers(w.ports, data)

  const emails = await w.db.select().from(deliveries).where(eq(deliveries.kind, 'item_updated'))
  expect(emails).toHaveLength(1_000)
  expect(new Set(emails.map(({ target }) => target)).size).toBe(1_000)
  expect(new Set(emails.map(({ lane }) => lane))).toEqual(new Set([2]))
})

test('a note comes with a change of the item, and a refused email changes nothing', async () => {
  const { w, mara, id, file, edit, partsOf, sells, add, updatesSent } = await updatesFixture()
  const buyer = await sells(id)
  const [a] = await partsOf(id)
  const kept = { kind: 'file' as const, id: a?.id }

  const saved = await edit(id, [kept, await file('c.mp3')], {
    versionNotes: 'Track three.',
    emailBuyers: 'true',
  })

  expect(saved.status).toBe(200)
  expect((await buyer.access()).versions).toMatchObject([{ notes: 'Track three.' }])
  expect(await updatesSent()).toEqual(['fan@example.com'])
  const refused = await edit(id, [kept], { versionNotes: 'One track less.', emailBuyers: 'true' })
  expect(refused.status).toBe(409)
  expect(await partsOf(id)).toHaveLength(2)
  expect((await edit(id, [kept], { emailBuyers: 'true' })).body).toMatchObject({
    fields: { versionNotes: 'Say what’s new' },
  })
  expect((await add(' ')).status).toBe(400)
  const { status } = await w
    .visitor()
    .call(addContentVersion, { params: { id }, body: { notes: 'Mine', emailBuyers: false } })
  expect(status).toBe(401)
  const other = await w.creator('other@example.com')
  expect((await other.call(addContentVersion, { params: { id }, body: { notes: 'Mine' } })).status).toBe(404)
  expect((await mara.call(listContentVersions, { params: { id } })).body.versions).toHaveLength(1)
})

test('a link in the email stops updates of this item only, and can turn them on again', async () => {
  const { w, params, mara, create, file, sellTo, add, updatesSent, newestUpdate } = await updatesFixture()
  await sellTo('fan@example.com')
  const { body: other } = await create([await file('c.mp3'), await file('d.mp3')], { title: 'Harbor' })
  await w.visitor().purchase(other.id, { email: 'fan@example.com' })
  await add('A second take.', true)
  await updatesSent()
  const token = /\/stop-updates\/(\S+)/.exec(await newestUpdate())?.[1] ?? ''
  const isOn = async () => (await w.visitor().call(getItemUpdates, { params: { token } })).body
  expect(await isOn()).toEqual({ title: 'Night Ferry', isOn: true })

  const oneClick = { payload: 'List-Unsubscribe=One-Click', headers: formHeaders }
  expect((await w.visitor().send('POST', `/stop-updates/${token}`, oneClick)).statusCode).toBe(200)
  await w.visitor().send('POST', `/stop-updates/${token}`, oneClick)

  expect(await isOn()).toEqual({ title: 'Night Ferry', isOn: false })
  w.clock.advance(dayMs)
  await add('A third take.', true)
  await mara.call(addContentVersion, {
    params: { id: other.id },
    body: { notes: 'Stems.', emailBuyers: true },
  })
  expect(await updatesSent()).toHaveLength(2)
  expect(await newestUpdate()).toContain('Stems.')
  const form = { payload: '', headers: { ...formHeaders, 'sec-fetch-site': 'same-origin' } }
  expect((await w.visitor().send('POST', `/resume-updates/${token}`, form)).statusCode).toBe(303)
  expect((await mara.call(listContentVersions, { params })).body.buyerCount).toBe(1)
})

test('a forged link stops nothing', async () => {
  const { w, sellTo } = await updatesFixture()
  await sellTo('fan@example.com')
  const [purchase] = await w.db.select().from(purchases)
  const forged = updatesToken({ secret: 'another secret' }, purchase?.id ?? 0)

  const answer = await w.visitor().call(stopItemUpdates, { params: { token: forged }, body: {} })

  expect(answer.status).toBe(404)
  expect(await w.db.select().from(contentUpdateOptOuts)).toEqual([])
})

test('buyers of an item that was taken down or deleted are not emailed', async () => {
  const { w, id, mara, params, sellTo, add, updatesSent } = await updatesFixture()
  const admin = await w.creator('admin@example.com')
  await sellTo('fan@example.com')
  await add('A second take.', true)
  await w.runJobsOf('notify-buyers')

  await admin.call(takeDownContent, { params: { id }, body: { reason: 'Not yours' } })

  expect(await updatesSent()).toEqual([])
  w.clock.advance(dayMs)
  expect((await add('A third take.', true)).body).toMatchObject({
    message: 'This item was taken down, so its buyers can’t be emailed.',
  })
  await mara.call(deleteContent, { params })
  expect((await add('A fourth take.', true)).status).toBe(404)
})

test('an item has at most 50 new notes in 24 hours, and its page shows the newest 50', async () => {
  const { w, id, add, sells } = await updatesFixture()
  const buyer = await sells(id)
  for (let number = 1; number <= 50; number++) await add(`Take ${number}`)

  expect((await add('Take 51')).status).toBe(429)
  w.clock.advance(dayMs)
  expect((await add('Take 51')).status).toBe(200)

  const { body } = await w.visitor().call(getAccess, { params: { token: buyer.token } })
  expect(body.versions).toHaveLength(50)
  expect(body.versions[0]).toMatchObject({ notes: 'Take 51' })
})

/** Copies the only sale, each to another address. They were paid at the same moment, so only their ids tell them apart. */
async function copySale(w: TestApp, copies: number): Promise<void> {
  const [checkout] = await w.db.select().from(checkouts)
  const [purchase] = await w.db.select().from(purchases)
  const [grant] = await w.db.select().from(accessGrants)
  if (!checkout || !purchase || !grant) throw new Error('Nothing was sold')
  const numbers = Array.from({ length: copies }, (_, index) => index + 1)
  const idOf = (number: number) => purchase.id + number
  await w.db.insert(checkouts).values(
    numbers.map((number) => ({
      ...checkout,
      id: idOf(number),
      providerPaymentId: `copy ${number}`,
      buyerEmail: `fan-${number}@example.com`,
    })),
  )
  await w.db.insert(purchases).values(
    numbers.map((number) => ({
      ...purchase,
      id: idOf(number),
      orderNumber: toOrderNumber(String(900_000_000_000_000 + number)),
      checkoutId: idOf(number),
      itemNumber: null,
      buyerEmail: `fan-${number}@example.com`,
    })),
  )
  await w.db
    .insert(accessGrants)
    .values(numbers.map((number) => ({ ...grant, purchaseId: idOf(number), tokenNonce: `copy ${number}` })))
}

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' }

test('who has the item in a bundle is told too, and can stop the updates of the bundle', async () => {
  const { w, mara, id, add, updatesSent, newestUpdate } = await updatesFixture()
  const other = await mara.publishText({ title: 'Chords', price: '3.00' })
  const bundle = await mara.call(createBundle, {
    body: { title: 'The harbor', price: '9.00', items: [id, other.id] },
  })
  await w.visitor().purchase(bundle.body.id, { email: 'fan@example.com' })

  await add('A second take.', true)

  expect(await updatesSent()).toEqual(['fan@example.com'])
  expect(await newestUpdate()).toContain('What’s new in Night Ferry')
  expect(await newestUpdate()).toContain('Stop updates of The harbor')
  const token = updatesToken(w.ports, Number((await w.probe.purchases())[0]?.id))
  await w.visitor().call(stopItemUpdates, { params: { token }, body: {} })
  w.clock.advance(2 * dayMs)
  await add('A third take.', true)
  expect(await updatesSent()).toHaveLength(1)
})
