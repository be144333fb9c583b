import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createBundle } from '../../../../contract/bundles.ts'
import { getContent } from '../../../../contract/content.ts'
import { getAccess, verifyPurchase } from '../../../../contract/purchases.ts'
import { bundleFixture } from '../../../../tests/support/bundle-fixture.ts'
import { postForm } from '../../../../tests/support/free-fixture.ts'
import { releaseDay, released, releaseFixture } from '../../../../tests/support/release-fixture.ts'
import { sentEmailsTo } from '../../../../tests/support/sent-emails.ts'
import { contentItems } from '../../../db/schema/index.ts'

test('moving the day emails those who wait, once for each move, and never who has it', async () => {
  const { buys, edit, subjectsTo, moveTo, releaseDay: stored } = await releaseFixture()
  await buys()

  await edit({ ...releaseDay, releaseAt: '2026-03-16T18:00' })
  const moved = await subjectsTo('sam@example.com')
  await edit({ title: 'First Frost' })
  const unmoved = await subjectsTo('sam@example.com')

  expect(moved.toSorted()).toEqual(['First Frost comes on Mar 16', 'First Frost now comes on Mar 16'])
  expect(unmoved).toHaveLength(2)
  expect(await stored()).toEqual({
    localTime: '2026-03-16T18:00',
    timeZone: 'Europe/Rome',
    isOut: false,
    waitingCount: 1,
    firstRefundDay: 'Mar 23',
  })
  moveTo('2026-03-16T17:00:00Z')
  expect((await subjectsTo('sam@example.com')).filter((subject) => subject.endsWith('is out'))).toHaveLength(
    1,
  )
})

test('the email about a moved day offers the money back', async () => {
  const { w, buys, edit } = await releaseFixture()
  const { token } = await buys()
  await w.runJobs()
  await edit({ ...releaseDay, releaseAt: '2026-03-16T18:00' })
  await w.runJobsOf('tell-of-new-day')

  const emails = await sentEmailsTo(w, 'sam@example.com')
  const moved = emails.find(({ subject }) => subject.includes('now comes'))

  expect(moved?.text).toContain('It comes on Monday, Mar 16, 6 PM in Rome')
  expect(moved?.text).toContain('Want your money back instead?')
  expect(moved?.text).toContain(`/access/${token}/refund`)
  expect(moved?.text).toContain('Not out by Mar 23? We’ll refund you automatically.')
})

test('removing the day brings it out now', async () => {
  const { buys, edit, subjectsTo } = await releaseFixture()
  const { access } = await buys()

  await edit({ releaseAt: '', releaseTimeZone: '' })

  expect((await access()).body.content.fileUrl).toMatch(/^\/files\//)
  expect(
    (await subjectsTo('sam@example.com')).filter((subject) => subject === 'First Frost is out'),
  ).toHaveLength(1)
})

test('what came out once stays out when its creator sets another day', async () => {
  const { w, buys, edit, moveTo, params } = await releaseFixture()
  const early = await buys()
  moveTo(released)
  const next = { releaseAt: '2026-03-30T18:00', releaseTimeZone: 'Europe/Rome' }

  const tooSoon = await edit(next)
  await w.runPeriodicTasks()
  const later = await edit(next)

  expect(tooSoon).toMatchObject({
    status: 400,
    body: { fields: { releaseAt: expect.stringContaining('It’s out now') } },
  })
  expect(later.status).toBe(200)
  expect((await early.access()).body.wait).toBeNull()
  expect((await w.visitor().call(getContent, { params })).body.release?.shortDay).toBe('Mar 30')
})

test('who paid before the day was set has it at once, and who pays later waits', async () => {
  const { buys, edit } = await releaseFixture({ releaseAt: '' })
  const earlier = await buys()

  await edit(releaseDay)
  const later = await buys('lea@example.com')

  expect((await earlier.access()).body).toMatchObject({
    wait: null,
    content: { fileUrl: expect.any(String) },
  })
  expect((await later.access()).body).toMatchObject({
    wait: { shortDay: 'Mar 9' },
    content: { fileUrl: null },
  })
})

test.each([
  ['a past day', { releaseAt: '2026-02-28T18:00' }, 'Choose a day and time that is still to come'],
  ['a day too far ahead', { releaseAt: '2026-09-01T18:00' }, 'Choose a day within the next 180 days'],
  ['no day', { releaseAt: 'tomorrow' }, 'Choose a day and time'],
  ['a day that does not exist', { releaseAt: '2026-04-31T18:00' }, 'Choose a day and time'],
])('%s is refused with a sentence, and changes nothing', async (_, change, sentence) => {
  const { edit, releaseDay: stored } = await releaseFixture()

  const { status, body } = await edit({ ...releaseDay, ...change })

  expect(status).toBe(400)
  expect(body).toMatchObject({ fields: { releaseAt: sentence } })
  expect((await stored())?.localTime).toBe(releaseDay.releaseAt)
})

test('an unknown time zone is refused', async () => {
  const { edit } = await releaseFixture()

  const { status, body } = await edit({ ...releaseDay, releaseTimeZone: 'Europe/Atlantis' })

  expect([status, body]).toMatchObject([400, { fields: { releaseTimeZone: expect.any(String) } }])
})

test('what is free comes on its day too, and its link is emailed then to a confirmed address', async () => {
  const { w, item, moveTo, subjectsTo } = await releaseFixture({ pricingModel: 'free', price: '' })
  const fan = w.visitor()
  const { path } = await postForm(fan, `/p/${item.id}`, {})
  const token = path.split('/').at(-1) ?? ''
  const access = async () => (await fan.call(getAccess, { params: { token } })).body
  const waiting = await access()
  await postForm(fan, `/access/${token}/email`, { email: 'sam@example.com' })

  const sent = await subjectsTo('sam@example.com')
  moveTo(released)

  expect(waiting).toMatchObject({ wait: { shortDay: 'Mar 9' }, content: { fileUrl: null } })
  expect(sent).toEqual(['First Frost comes on Mar 9'])
  expect(await access()).toMatchObject({ wait: null, content: { fileUrl: expect.any(String) } })
})

test('an item before its day is in no bundle, and one in a bundle gets no day', async () => {
  const { w, mara, ferry, book, input, bundle } = await bundleFixture()
  const frost = await mara.publishText({ title: 'First Frost', price: '10.00', ...releaseDay })
  const withFrost = { ...input, items: [ferry.id, book.id, frost.id] }

  const added = await mara.call(createBundle, { body: withFrost })
  const fields = Object.entries(releaseDay).map(([name, value]) => ({ name, value }))
  const dated = await mara.form(`/api/content/${ferry.id}`, fields, 'PATCH')

  expect(added).toMatchObject({
    status: 400,
    body: { fields: { items: '“First Frost” comes on Mar 9. Add it to a bundle once it’s out.' } },
  })
  expect(dated).toMatchObject({
    status: 400,
    body: { fields: { releaseAt: expect.stringContaining('Take it out of the bundle first.') } },
  })
  // However it came there, a bundle gives nothing before its day.
  const fan = w.visitor()
  const { paymentIntentId } = await fan.purchase(bundle.id)
  await w.db
    .update(contentItems)
    .set({ releaseAt: new Date(w.clock.now().getTime() + 1_000), releaseTimeZone: 'UTC' })
    .where(eq(contentItems.id, ferry.id))
  const query = { payment_intent: paymentIntentId, content_id: bundle.id }
  const parts = async () => (await fan.call(verifyPurchase, { query })).body.content.parts.length
  const before = await parts()
  w.clock.advance(1_000)
  expect([before, await parts()]).toEqual([2, 3])
})
