import { expect, test } from 'vitest'
import { getRefundEligibility, requestRefund } from '../../../../contract/access.ts'
import { deleteContent } from '../../../../contract/content.ts'
import { getContentForEditing, setContentStatus } from '../../../../contract/content-editing.ts'
import { createDiscount, listDiscounts } from '../../../../contract/discounts.ts'
import { reinstateContent, takeDownContent } from '../../../../contract/moderation.ts'
import { deleteAccount } from '../../../../contract/settings.ts'
import { programOf } from '../../../../tests/support/api-key-fixture.ts'
import { checkLedger } from '../../../../tests/support/check-ledger.ts'
import { releaseDay, released, releaseFixture } from '../../../../tests/support/release-fixture.ts'
import { sentEmailsTo } from '../../../../tests/support/sent-emails.ts'
import { refundMissedReleases } from './refund-missed.ts'

const noReason = { body: { reason: '' } }

test('before its day a purchase is refunded at once and without a reason, also after 30 days, and a copy comes back', async () => {
  const { w, mara, params, buys, pass } = await releaseFixture({
    releaseAt: '2026-05-29T18:00',
    maxCopies: '1',
  })
  const { fan, token, access } = await buys()
  pass(60)
  const terms = await fan.call(getRefundEligibility, { params: { token } })

  const { body } = await fan.call(requestRefund, { params: { token }, ...noReason })

  expect(terms.body).toMatchObject({ status: 'available', isInstant: true, isBeforeRelease: true })
  expect(body).toEqual({ state: 'refunded' })
  expect((await access()).status).toBe(403)
  expect((await mara.call(getContentForEditing, { params })).body.copies).toEqual({
    max: 1,
    used: 0,
    reserved: 0,
  })
  expect(await w.probe.balance(`creator_balance/${mara.id}`)).toBe(0)
  expect(await checkLedger(w)).toEqual([])
})

test('a refund before the day gives the use of a code back', async () => {
  const { mara, item, w } = await releaseFixture()
  const body = { code: 'EARLY', kind: 'percent' as const, percentBps: 1_000, maxUses: 1 }
  await mara.call(createDiscount, { body })
  const fan = w.visitor()
  await fan.purchase(item.id, { code: 'EARLY' })
  const used = async () => (await mara.call(listDiscounts, { query: {} })).body.discounts[0]?.used
  const before = await used()
  const [email] = await sentEmailsTo(w, 'fan@example.com')
  const token = /\/access\/([\w-]{43})/.exec(email?.text ?? '')?.[1] ?? ''

  await fan.call(requestRefund, { params: { token }, ...noReason })

  expect([before, await used()]).toEqual([1, 0])
})

test('the 30 days of the guarantee count from the day on which it came out', async () => {
  const { fan, token, pass } = await (async () => {
    const fixture = await releaseFixture({ releaseAt: '2026-04-29T18:00' })
    const bought = await fixture.buys()
    fixture.pass(60)
    await fixture.w.runPeriodicTasks()
    return { ...bought, pass: fixture.pass }
  })()
  const status = async () => (await fan.call(getRefundEligibility, { params: { token } })).body

  expect(await status()).toMatchObject({ status: 'available', isBeforeRelease: false })
  pass(30)
  expect((await status()).status).toBe('unavailable')
})

test('who waits is refunded 14 days after the first promised day, however often it was moved, and both are told once', async () => {
  const { w, mara, edit, buys, moveTo } = await releaseFixture()
  const early = await buys()
  await edit({ ...releaseDay, releaseAt: '2026-03-20T18:00' })
  const later = await buys('lea@example.com')
  await edit({ ...releaseDay, releaseAt: '2026-04-20T18:00' })
  const sweep = () => Promise.all([refundMissedReleases(w.ports), refundMissedReleases(w.ports)])

  moveTo('2026-03-23T16:59:59Z')
  await sweep()
  const before = (await early.access()).status
  moveTo('2026-03-23T17:00:00Z')
  await sweep()
  await w.runPeriodicTasks()

  expect(before).toBe(200)
  expect((await early.access()).status).toBe(403)
  expect((await later.access()).body.wait).toMatchObject({ state: 'waiting', refundDay: 'Apr 3' })
  const texts = (await sentEmailsTo(w, 'sam@example.com')).filter(({ subject }) =>
    subject.startsWith('Refunded'),
  )
  expect(texts).toHaveLength(1)
  expect(texts[0]?.text).toContain('it didn’t come out in time')
  const toMara = (await sentEmailsTo(w, 'mara@example.com')).filter(({ subject }) =>
    subject.startsWith('Refunded'),
  )
  expect(toMara).toHaveLength(1)
  expect(await w.probe.alerts()).toMatchObject([{ kind: 'undeliverable' }])
  expect(await w.probe.balance(`creator_balance/${mara.id}`)).toBe(800)
  expect(await w.probe.sum()).toBe(0)
  expect(await checkLedger(w)).toEqual([])
})

test.each(['its creator deletes', 'a key of its creator deletes', 'an admin takes down'])(
  'who waits for an item that %s is refunded, and it never opens',
  async (who) => {
    const { w, mara, params, buys, moveTo } = await releaseFixture()
    const { access } = await buys()
    const admin = await w.creator('admin@example.com')

    const program = await programOf(w, mara, ['items:write'])
    if (who === 'its creator deletes') await mara.call(deleteContent, { params })
    else if (who === 'a key of its creator deletes') await program.call(deleteContent, { params })
    else await admin.call(takeDownContent, { params, body: { reason: 'Stolen' } })
    const canceled = await access()
    moveTo(released)
    const onTheDay = await access()
    await w.runPeriodicTasks()
    await w.runPeriodicTasks()

    expect(canceled.body.wait?.state).toBe('canceled')
    expect(onTheDay.body).toMatchObject({ wait: { state: 'canceled' }, content: { fileUrl: null } })
    expect((await access()).status).toBe(403)
    const subjects = (await sentEmailsTo(w, 'sam@example.com')).map(({ subject }) => subject)
    expect(subjects).toContain('Refunded $10.00: we couldn’t deliver First Frost')
    expect(subjects).not.toContain('First Frost is out')
    expect(await w.probe.balance(`creator_balance/${mara.id}`)).toBe(0)
    expect(await checkLedger(w)).toEqual([])
  },
)

test('an item that is put back before the sweep still comes on its day', async () => {
  const { w, params, buys, moveTo } = await releaseFixture()
  const { access } = await buys()
  const admin = await w.creator('admin@example.com')
  await admin.call(takeDownContent, { params, body: { reason: 'Stolen' } })
  await admin.call(reinstateContent, { params })

  await w.runPeriodicTasks()
  moveTo(released)

  expect((await access()).body).toMatchObject({ wait: null, content: { fileUrl: expect.any(String) } })
})

test('an unpublished item still comes on its day for who paid', async () => {
  const { mara, params, buys, moveTo } = await releaseFixture()
  const { access } = await buys()
  await mara.call(setContentStatus, { params, body: { status: 'draft' } })
  expect((await access()).body.wait?.state).toBe('waiting')

  moveTo(released)

  expect((await access()).body.wait).toBeNull()
})

test('an account whose buyers wait is not deleted until they are refunded', async () => {
  const { w, mara, params, buys } = await releaseFixture()
  await buys()
  const leaves = () => mara.call(deleteAccount, { body: { email: 'mara@example.com' } })

  const refused = await leaves()
  await mara.call(deleteContent, { params })
  await w.runPeriodicTasks()
  await w.runPeriodicTasks()
  const left = await leaves()

  expect(refused).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('1 person waits for an item that isn’t out yet') },
  })
  expect(left.status).toBe(200)
})
