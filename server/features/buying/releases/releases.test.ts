import { expect, test } from 'vitest'
import { getContent } from '../../../../contract/content.ts'
import { getCheckout } from '../../../../contract/purchases.ts'
import { getReleaseCalendar } from '../../../../contract/releases.ts'
import {
  justBefore,
  releaseDay,
  released,
  releaseFixture,
} from '../../../../tests/support/release-fixture.ts'
import { sentEmailsTo } from '../../../../tests/support/sent-emails.ts'
import { tellOfReleases } from './release.ts'

test('an item that is sold before its day says when it comes, in words and as a countdown', async () => {
  const { w, params, moveTo } = await releaseFixture()
  const shown = async () => (await w.visitor().call(getContent, { params })).body.release

  expect(await shown()).toEqual({
    at: '2026-03-09T17:00:00.000Z',
    day: 'Monday, Mar 9',
    shortDay: 'Mar 9',
    full: 'Monday, Mar 9, 6 PM in Rome',
    refundDay: 'Mar 23',
    countdown: { days: 8, hours: 5, minutes: 0 },
  })
  moveTo(released)
  expect(await shown()).toBeNull()
})

test('the checkout says the day that it promises, also after the day was moved', async () => {
  const { w, item, params, edit } = await releaseFixture()
  const fan = w.visitor()
  const { clientSecret } = await fan.starts(item.id)
  await edit({ ...releaseDay, releaseAt: '2026-03-12T18:00' })
  const headers = fan.clientSecretHeaders(clientSecret)

  const { body } = await fan.call(getCheckout, { params, headers })

  expect(body.release).toEqual({
    day: 'Monday, Mar 9',
    shortDay: 'Mar 9',
    full: 'Monday, Mar 9, 6 PM in Rome',
    refundDay: 'Mar 23',
  })
  const again = await fan.starts(item.id)
  expect(again.clientSecret).not.toBe(clientSecret)
  expect((await fan.starts(item.id)).clientSecret).toBe(again.clientSecret)
})

test('a purchase waits, opens by itself when the moment comes, and its link is emailed once', async () => {
  const { w, buys, moveTo, subjectsTo } = await releaseFixture()
  const { access } = await buys()

  moveTo(justBefore)
  const waiting = await access()
  const early = await subjectsTo('sam@example.com')
  moveTo(released)
  const open = await access()
  await Promise.all([tellOfReleases(w.ports), tellOfReleases(w.ports)])
  await w.runPeriodicTasks()

  expect(waiting.body).toMatchObject({
    wait: { state: 'waiting', day: 'Monday, Mar 9', refundDay: 'Mar 23' },
    archive: null,
    versions: [],
    thankYouNote: '',
    content: { fileUrl: null, fileSha256: null, parts: [{ url: null, sha256: null }] },
    purchase: { refundStatus: 'available' },
  })
  expect(early).toEqual(['First Frost comes on Mar 9'])
  expect(open.body.wait).toBeNull()
  expect(open.body.content.fileUrl).toMatch(/^\/files\//)
  const subjects = (await sentEmailsTo(w, 'sam@example.com')).map(({ subject }) => subject)
  expect(subjects.toSorted()).toEqual(['First Frost comes on Mar 9', 'First Frost is out'])
})

test('the emails say when it comes, and link to the download only once it is out', async () => {
  const { w, buys, moveTo } = await releaseFixture()
  const { token } = await buys()

  const [order] = await sentEmailsTo(w, 'sam@example.com')
  moveTo(released)
  await w.runPeriodicTasks()
  const [, out] = (await sentEmailsTo(w, 'sam@example.com')).toSorted((a, b) =>
    a.subject.localeCompare(b.subject),
  )

  expect(order?.text).toContain('First Frost comes on Monday, Mar 9')
  expect(order?.text).toContain('Out Monday, Mar 9, 6 PM in Rome')
  expect(order?.text).toContain(`/access/${token}/calendar.ics`)
  expect(order?.text).toContain('Not out by Mar 23? We’ll refund you automatically.')
  expect(order?.text).not.toContain('Open First Frost')
  expect(out?.text).toContain('Open First Frost')
  expect(out?.text).toContain(`/access/${token}`)
})

test('hundreds of buyers are told batch by batch, each once, also when the process stops in between', async () => {
  const { w, moveTo, buys } = await releaseFixture()
  await buys('sam@example.com')
  await w.db.execute(copiesOfTheSale(450))
  moveTo(released)
  const stopped = new AbortController()
  let readCount = 0
  const now = () => {
    // The first batch of 200 reads the clock for each email.
    readCount += 1
    if (readCount === 100) stopped.abort()
    return w.clock.now()
  }
  const told = async () => {
    const { rows } = await w.db.execute<{ emails: string; targets: string; waiting: string }>(
      `select count(*) as emails, count(distinct target) as targets,
        (select count(*) from purchases where released_at is null) as waiting
        from deliveries where kind = 'item_released'`,
    )
    return rows[0]
  }

  await tellOfReleases({ ...w.ports, clock: { now } }, stopped.signal)
  const afterStop = await told()
  await Promise.all([tellOfReleases(w.ports), tellOfReleases(w.ports)])
  await tellOfReleases(w.ports)

  expect(afterStop).toEqual({ emails: '200', targets: '200', waiting: '251' })
  expect(await told()).toEqual({ emails: '451', targets: '451', waiting: '0' })
})

/** Copies the only sale, each to another address. */
function copiesOfTheSale(count: number): string {
  return `
    with numbers as (select generate_series(1, ${count}) as n),
    copied_checkouts as (
      insert into checkouts select copy.* from checkouts, numbers, jsonb_populate_record(checkouts,
        jsonb_build_object('id', checkouts.id + n, 'provider_payment_id', 'copy ' || n)) as copy returning id)
    insert into purchases select copy.* from purchases, numbers, jsonb_populate_record(purchases,
      jsonb_build_object('id', purchases.id + n, 'order_number', purchases.order_number + n, 'item_number', null,
        'checkout_id', purchases.checkout_id + n, 'buyer_email', 'fan-' || n || '@example.com')) as copy
    where (select count(*) from copied_checkouts) > 0`
}

test('the calendar file has the day, leads to the item’s page, and is gone once it is out', async () => {
  const { w, item, buys, moveTo } = await releaseFixture({ title: 'First Frost; or, the long winter' })
  const { fan, token } = await buys()
  const read = () => fan.send('GET', `/access/${token}/calendar.ics`)

  const { headers, payload } = await read()

  expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(payload).toContain('\r\nDTSTART:20260309T170000Z\r\n')
  expect(payload).toContain(`\r\nUID:release-${item.id}@`)
  expect(payload).toContain('\r\nSUMMARY:First Frost\\; or\\, the long winter comes out\r\n')
  expect(payload).toContain(`/p/${item.id}\r\n`)
  expect(payload).not.toContain(token)
  moveTo(released)
  expect((await read()).statusCode).toBe(404)
  const params = { token: 'x'.repeat(43) }
  expect((await w.visitor().call(getReleaseCalendar, { params })).status).toBe(404)
})
