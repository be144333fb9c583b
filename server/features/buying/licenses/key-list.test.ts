import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getContent } from '../../../../contract/content.ts'
import { requestCopies } from '../../../../contract/copies.ts'
import {
  exportLicenseKeys,
  listSaleLicenses,
  removeLicenseKeys,
  replaceLicense,
  setLicenseSettings,
} from '../../../../contract/licenses.ts'
import { takeDownContent } from '../../../../contract/moderation.ts'
import { completePayment, createPaymentIntent, getAccess } from '../../../../contract/purchases.ts'
import { getReceipt } from '../../../../contract/receipts.ts'
import { refundSale, revokeAccess } from '../../../../contract/sales.ts'
import { confirmSandboxPayment } from '../../../../contract/sandbox.ts'
import { checkLedger } from '../../../../tests/support/check-ledger.ts'
import { postForm, postWhenAvailable } from '../../../../tests/support/free-fixture.ts'
import { keyList, keyListFixture } from '../../../../tests/support/key-list-fixture.ts'
import { sentEmailsTo } from '../../../../tests/support/sent-emails.ts'
import type { TestApp } from '../../../../tests/support/test-app.ts'
import { whenAvailable } from '../../../../tests/support/when-available.ts'
import { licenses } from '../../../db/schema/index.ts'

const minuteMs = 60_000

const shown = async (w: TestApp, id: number) =>
  (await w.visitor().call(getContent, { params: { id } })).body.copies
const starts = (w: TestApp, contentId: number) =>
  w.visitor().call(createPaymentIntent, { body: { contentId } })
const subjectsTo = async (w: TestApp, address: string) =>
  (await sentEmailsTo(w, address)).map(({ subject }) => subject)
const aboutKeys = async (w: TestApp) =>
  (await subjectsTo(w, 'mara@example.com')).filter((subject) => subject.includes('key')).toSorted()

test('a list names by line what it leaves out, and knows its keys', async () => {
  const f = await keyListFixture(2)

  const added = await f.adds('KEY-3\nkey 2\n\nKEY-3\nKEY-4')

  expect(added).toMatchObject({
    added: 2,
    leftOutCount: 3,
    leftOut: [
      { line: 2, why: 'in_list' },
      { line: 3, why: 'empty' },
      { line: 4, why: 'same', sameAs: 1 },
    ],
    settings: { mode: 'pool', pool: { total: 4, left: 4, held: 0, waiting: 0 } },
  })
  expect(await checkLedger(f.w)).toEqual([])
})

test('a key that we made for a buyer is left out of a list', async () => {
  const f = await keyListFixture(0, { keys: { mode: 'made' } })
  const { key } = await f.buys()
  await f.turnOn(f.item.id, { mode: 'pool' })

  const added = await f.adds(`${key.toLowerCase()}\nKEY-2`)
  const sale = await f.buys()

  expect(added).toMatchObject({ added: 1, leftOut: [{ line: 1, why: 'in_list' }] })
  expect(sale.key).toBe('KEY-2')
  expect(await f.pool()).toMatchObject({ total: 1, left: 0 })
})

test('a sale hands over the next key, on its page and in its email, and an app can use it', async () => {
  const f = await keyListFixture(2)
  const sale = await f.buys()
  const [email] = (await sentEmailsTo(f.w, 'fan@example.com')).filter(({ text }) => text.includes(sale.token))

  expect(await sale.cards()).toMatchObject([{ state: 'active', key: 'KEY-1', isReplaceable: false }])
  expect(email?.text).toContain('KEY-1')
  const { body: receipt } = await f.w.visitor().call(getReceipt, { params: { token: sale.token } })
  expect(receipt.licenseKeys).toEqual([{ title: 'Tidewater', key: 'KEY-1' }])
  expect((await f.activate('key 1', 'mac')).body).toMatchObject({ valid: true })
  expect(await f.pool()).toMatchObject({ total: 2, left: 1 })
  expect(await checkLedger(f.w)).toEqual([])
})

async function pays(w: TestApp, contentId: number): Promise<boolean> {
  const fan = w.visitor()
  const { status, body } = await whenAvailable(() => fan.call(createPaymentIntent, { body: { contentId } }))
  if (status !== 200) return false
  const { clientSecret, paymentIntentId } = body
  const confirmation = { clientSecret, card: 'paid', receiptEmail: '', returnUrl: '/success' }
  await whenAvailable(() => fan.call(confirmSandboxPayment, { body: confirmation }))
  const done = await whenAvailable(() => fan.call(completePayment, { params: { paymentIntentId } }))
  return done.body.purchaseId !== null
}

test('of 64 buyers at once of a list of 5 exactly 5 pay, and get 5 keys', {
  timeout: 120_000,
}, async () => {
  const f = await keyListFixture(5)

  const paid = await Promise.all(Array.from({ length: 64 }, () => pays(f.w, f.item.id)))

  const issued = await f.w.db.select({ key: licenses.key }).from(licenses)
  expect(paid.filter(Boolean)).toHaveLength(5)
  expect(issued.map(({ key }) => key).toSorted()).toEqual(['KEY-1', 'KEY-2', 'KEY-3', 'KEY-4', 'KEY-5'])
  expect(await shown(f.w, f.item.id)).toEqual({ state: 'sold_out', max: null, left: null })
  expect(await checkLedger(f.w)).toEqual([])
})

test('keys that are added and removed while many pay are each sold once, and nothing fails', {
  timeout: 120_000,
}, async () => {
  const f = await keyListFixture(6)
  const changes = async () => {
    const statuses: Array<number> = []
    for (let round = 0; round < 6; round += 1) {
      expect(await f.adds(keyList(3, 100 + 3 * round))).toMatchObject({ added: 3 })
      const removed = await whenAvailable(() =>
        f.removes(round % 2 === 0 ? undefined : keyList(3, 100 + 3 * round)),
      )
      statuses.push(removed.status)
    }
    return statuses
  }

  const [statuses, ...paid] = await Promise.all([
    changes(),
    ...Array.from({ length: 12 }, async () => {
      let bought = 0
      for (let attempt = 0; attempt < 6; attempt += 1) bought += Number(await pays(f.w, f.item.id))
      return bought
    }),
  ])
  await f.adds(keyList(40, 1_000))

  const issued = await f.w.db.select({ key: licenses.key }).from(licenses)
  // 409: all that would be removed was just being settled.
  expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
  expect(issued).toHaveLength(paid.reduce((sum, count) => sum + count, 0))
  expect(new Set(issued.map(({ key }) => key)).size).toBe(issued.length)
  expect(await f.pool()).toMatchObject({ held: 0, waiting: 0 })
  const { rows } = await f.w.db.execute(
    sql`select pg_stat_force_next_flush(), deadlocks::int from pg_stat_database where datname = current_database()`,
  )
  expect(rows).toMatchObject([{ deadlocks: 0 }])
  expect(await checkLedger(f.w)).toEqual([])
})

test('sold out is said before anyone pays, and who asks is told when there are keys again', async () => {
  const f = await keyListFixture(0)

  const refused = await starts(f.w, f.item.id)
  await f.w.visitor().call(requestCopies, { params: { id: f.item.id }, body: { email: 'kim@example.com' } })
  const before = await shown(f.w, f.item.id)
  await f.adds('KEY-1')
  await f.w.runJobsOf('offer-copies')

  expect(refused).toMatchObject({ status: 409, body: { message: 'It is sold out. You weren’t charged.' } })
  expect(before).toEqual({ state: 'sold_out', max: null, left: null })
  expect(await shown(f.w, f.item.id)).toMatchObject({ state: 'available' })
  expect(await subjectsTo(f.w, 'kim@example.com')).toEqual(['There are more of Tidewater'])
})

test('the last key is held for half an hour, then goes to the next buyer', async () => {
  const f = await keyListFixture(1)
  const slow = f.w.visitor()
  const { paymentIntentId } = await slow.starts(f.item.id)
  expect(await shown(f.w, f.item.id)).toMatchObject({ state: 'held' })
  expect((await starts(f.w, f.item.id)).body).toMatchObject({
    message: expect.stringMatching(/^The last license key is being paid for\./),
  })
  f.w.clock.advance(31 * minuteMs)

  const sale = await f.buys()
  await f.w.probe.updateProviderPayment(paymentIntentId, { state: 'paid' })
  const late = await slow.call(completePayment, { params: { paymentIntentId } })

  expect(await sale.cards()).toMatchObject([{ key: 'KEY-1' }])
  // Money comes first: what was paid too late is a sale, whose key is still to come.
  expect(late.body.state).toBe('paid')
  expect(await f.pool()).toMatchObject({ total: 1, left: 0, held: 0, waiting: 1 })
  expect(await checkLedger(f.w)).toEqual([])
})

test('keys of buyers are not removed, and others by their text', async () => {
  const f = await keyListFixture(3)
  const sale = await f.buys()

  const { body } = await f.removes('key-1\nKEY-3\nKEY-9')

  expect(body).toMatchObject({ removed: 1, settings: { pool: { total: 2, left: 1 } } })
  expect(await sale.cards()).toMatchObject([{ key: 'KEY-1' }])
  expect((await f.adds('KEY-1\nKEY-3')).added).toBe(1)
})

test('the creator is told at 10 keys left and at none, once until keys are added', async () => {
  const f = await keyListFixture(11)
  const atTen = () => aboutKeys(f.w)
  await f.buys()
  expect(await atTen()).toEqual(['10 license keys are left for Tidewater'])
  const { body } = await f.removes(keyList(9, 2))
  expect(body.settings.pool).toMatchObject({ left: 1 })
  await f.buys()
  await f.w.runJobs()
  expect(await aboutKeys(f.w)).toEqual([
    '10 license keys are left for Tidewater',
    'No license key is left for Tidewater',
  ])

  await f.adds(keyList(1, 20))
  await f.buys()

  expect((await aboutKeys(f.w)).filter((subject) => subject.startsWith('No'))).toHaveLength(2)
})

test('a refund keeps the key used, because its buyer has read it', async () => {
  const f = await keyListFixture(1)
  const sale = await f.buys()

  await f.mara.call(refundSale, { params: { id: sale.orderNumber }, body: { refunded: '0' } })
  await f.w.deliverWebhooks()

  expect(await f.pool()).toMatchObject({ total: 1, left: 0 })
  expect((await starts(f.w, f.item.id)).status).toBe(409)
  expect(await checkLedger(f.w)).toEqual([])
})

test('a new key is the creator’s to give, from the list and while it has one', async () => {
  const f = await keyListFixture(2)
  const sale = await f.buys()
  const [license] = (await f.mara.call(listSaleLicenses, { params: { id: sale.orderNumber } })).body
  const replace = () =>
    f.mara.call(replaceLicense, { params: { id: license?.id ?? 0 }, body: { reason: 'It was posted.' } })

  await sale.newKey()
  const own = await sale.cards()
  const given = await replace()
  const none = await replace()

  expect(own).toMatchObject([{ key: 'KEY-1' }])
  expect(given.body).toMatchObject([{ key: 'KEY-2' }])
  expect(none).toMatchObject({
    status: 409,
    body: { message: 'No key is left in your list. Add one first.' },
  })
  expect((await f.validate('KEY-1')).status).toBe(404)
  expect(await f.pool()).toMatchObject({ total: 1, left: 0 })
  expect(await checkLedger(f.w)).toEqual([])
})

test('who bought before there was a list gets a key by the button while one is left', async () => {
  const f = await keyListFixture(0)
  const off = { isOn: false, mode: 'pool' as const, prefix: '', maxDevices: null, validDays: null }
  await f.mara.call(setLicenseSettings, { params: { id: f.item.id }, body: off })
  const sale = await f.buys()
  await f.turnOn()

  const empty = await sale.newKey()
  await f.adds('KEY-1')
  const first = await sale.newKey()

  expect(empty.query).toEqual({ license: 'unavailable' })
  expect(first.query).toEqual({ license: 'new' })
  expect(await sale.cards()).toMatchObject([{ key: 'KEY-1' }])
  expect(await f.pool()).toMatchObject({ total: 1, left: 0 })
  expect(await checkLedger(f.w)).toEqual([])
})

test('a bundle needs a key of each of its lists, and is sold out with the first that is empty', async () => {
  const f = await keyListFixture(2)
  const other = await f.mara.publishFile({ title: 'Undertow', price: '5.00' })
  await f.turnOn(other.id)
  await f.adds('OTHER-1', other.id)
  const bundle = await f.bundles([f.item.id, other.id])
  const sale = await f.buys(f.w.visitor(), bundle.id)
  const refused = await starts(f.w, bundle.id)

  expect((await sale.cards()).map(({ key }) => key).toSorted()).toEqual(['KEY-1', 'OTHER-1'])
  expect(await shown(f.w, bundle.id)).toEqual({ state: 'sold_out', max: null, left: null })
  expect(refused.status).toBe(409)
  expect(await f.pool()).toMatchObject({ total: 2, left: 1, held: 0 })
  expect(await checkLedger(f.w)).toEqual([])
})

test('a bundle gives no key of an item that was taken down, and waits for none', async () => {
  const f = await keyListFixture(0)
  const others = [await f.mara.publishFile({ title: 'A' }), await f.mara.publishFile({ title: 'B' })]
  const empty = await f.mara.publishFile({ title: 'C' })
  await f.turnOn(empty.id)
  await f.adds('KEY-1')
  await f.adds('C-1', empty.id)
  const bundle = await f.bundles([f.item.id, empty.id, ...others.map(({ id }) => id)])
  await f.removes()
  const admin = await f.w.creator('admin@example.com')
  for (const id of [f.item.id, empty.id])
    await admin.call(takeDownContent, { params: { id }, body: { reason: 'Stolen' } })

  const { cards } = await f.buys(f.w.visitor(), bundle.id)

  expect(await cards()).toEqual([])
  expect(await f.pool()).toMatchObject({ waiting: 0 })
  expect(await f.pool(empty.id)).toMatchObject({ total: 1, left: 1 })
  expect(await f.w.probe.openAlerts()).toEqual([])
})

test('of a free item with one key the second visitor gets none', async () => {
  const f = await keyListFixture(1)
  const free = await f.mara.publishFile({ title: 'Free', pricingModel: 'free', price: '' })
  await f.turnOn(free.id)
  await f.adds('FREE-1', free.id)
  const claim = () => postWhenAvailable(f.w.visitor(), `/p/${free.id}`)

  const got = [await claim(), await claim()]

  expect(got.map(({ path }) => path.startsWith('/access/'))).toEqual([true, false])
  expect(got[1]?.query.problem).toBe('copies')
  expect(await checkLedger(f.w)).toEqual([])
})

test('who buys before the release day is promised a key, which the creator can’t remove', async () => {
  const f = await keyListFixture(0)
  const release = { releaseAt: '2026-03-09T18:00', releaseTimeZone: 'Europe/Rome' }
  const early = await f.mara.publishFile({ title: 'First Frost', price: '10.00', ...release })
  await f.turnOn(early.id)
  await f.adds('EARLY-1', early.id)
  const sale = await f.buys(f.w.visitor(), early.id)
  const refused = await starts(f.w, early.id)
  f.w.clock.advance(Date.parse('2026-03-09T17:00:00Z') - f.w.clock.now().getTime())
  await f.w.runPeriodicTasks()

  await postForm(sale.fan, `/access/${sale.token}/license/${early.id}`)

  expect(refused.status).toBe(409)
  expect(await sale.cards()).toMatchObject([{ state: 'active', key: 'EARLY-1' }])
  expect(await checkLedger(f.w)).toEqual([])
})

test('a test purchase shows where the key is, and takes none', async () => {
  const f = await keyListFixture(1)
  const { path } = await postForm(f.mara, `/p/${f.item.id}/try`)

  const { body } = await f.w.visitor().call(getAccess, { params: { token: path.split('/').at(-1) ?? '' } })

  expect(body.licenses).toMatchObject([
    { state: 'active', key: 'A-BUYER-GETS-A-KEY-HERE', canReplace: false, isReplaceable: false },
  ])
  expect(await f.pool()).toMatchObject({ left: 1 })
})

test('all keys of a list are removed only with `all`', async () => {
  const f = await keyListFixture(2)

  const refused = await f.mara.call(removeLicenseKeys, { params: { id: f.item.id }, body: {} })

  expect(refused.status).toBe(400)
  expect(await f.pool()).toMatchObject({ total: 2 })
})

test('a new key is for a buyer with access, and one that has expired gets its days again', async () => {
  const f = await keyListFixture(2, { keys: { validDays: 30 } })
  const sale = await f.buys()
  const [license] = (await f.mara.call(listSaleLicenses, { params: { id: sale.orderNumber } })).body
  const replaces = () =>
    f.mara.call(replaceLicense, { params: { id: license?.id ?? '' }, body: { reason: 'Asked for it' } })
  f.w.clock.advance(31 * 24 * 60 * minuteMs)
  const before = await sale.cards()
  await replaces()
  const after = await sale.cards()
  await f.mara.call(revokeAccess, { params: { id: sale.orderNumber }, body: { reason: 'Shared it' } })
  await f.adds('KEY-3')

  const refused = await replaces()

  expect(before).toMatchObject([{ state: 'expired', key: 'KEY-1' }])
  expect(after).toMatchObject([{ state: 'active', key: 'KEY-2' }])
  expect(refused.body).toMatchObject({ message: 'This buyer no longer has access, so a key wouldn’t work.' })
  expect(await f.pool()).toMatchObject({ left: 1 })
})

test('the CSV has the unused keys after those of buyers', async () => {
  const f = await keyListFixture(2)
  const sale = await f.buys()

  const { body } = await f.mara.call(exportLicenseKeys, { params: { id: f.item.id } })

  const rows = String(body).trim().split(/\r?\n/).slice(1)
  expect(rows.map((row) => row.split(',').slice(0, 2))).toEqual([
    ['KEY-1', String(sale.orderNumber)],
    ['KEY-2', ''],
  ])
})
