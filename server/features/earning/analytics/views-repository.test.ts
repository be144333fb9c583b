import { expect, test } from 'vitest'
import * as contract from '../../../../contract/analytics.ts'
import {
  type CreatorClient,
  createTestApp,
  type TestApp,
  type Visitor,
} from '../../../../tests/support/test-app.ts'
import { dailyViewSources, dailyVisitors, visitorHashSalts } from '../../../db/schema/index.ts'
import { hourlyLimiter } from './view-buffer.ts'

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'
const laptop = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const recordView = (client: Visitor, id: number, agent = phone, body: object = {}) =>
  client.call(contract.recordView, { params: { id }, body, headers: { 'user-agent': agent } })

async function viewsOf(w: TestApp, mara: CreatorClient, id: number): Promise<number> {
  await w.countViews()
  const { body } = await mara.call(contract.getContentStats, { params: { id } })
  return body.views
}

test('a browser counts once a day', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const { id } = await mara.publishText()

  for (let i = 0; i < 3; i++) await recordView(w.visitor(), id)
  await w.countViews()
  await recordView(w.visitor(), id)
  expect(await viewsOf(w, mara, id)).toBe(1)

  await recordView(w.visitor(), id, laptop)
  expect(await viewsOf(w, mara, id)).toBe(2)

  w.clock.advance(24 * 3_600_000)
  await recordView(w.visitor(), id)
  expect(await viewsOf(w, mara, id)).toBe(3)
})

test('bots and the item’s creator do not count', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const { id } = await mara.publishText()

  await recordView(w.visitor(), id, 'Mozilla/5.0 (compatible; Googlebot/2.1)')
  await recordView(w.visitor(), id, 'curl/8.9.1')
  await recordView(mara, id)

  expect(await viewsOf(w, mara, id)).toBe(0)
})

test('another creator counts as a visitor', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const jonas = await w.creator('jonas@example.com')
  const { id } = await mara.publishText()

  await recordView(jonas, id)

  expect(await viewsOf(w, mara, id)).toBe(1)
})

test('an item that is not for sale counts no views, and the response does not reveal it', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const draft = await mara.publishText({ status: 'draft' })

  const responses = [await recordView(w.visitor(), draft.id), await recordView(w.visitor(), 999_999)]

  expect(responses.map(({ status, body }) => [status, body])).toEqual([
    [200, { recorded: true }],
    [200, { recorded: true }],
  ])
  expect(await viewsOf(w, mara, draft.id)).toBe(0)
})

test('views set no cookie and store no IP address', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const { id } = await mara.publishText()
  const fan = w.visitor()

  const { headers } = await recordView(fan, id)
  await w.countViews()

  expect(headers['set-cookie']).toBeUndefined()
  const storedText = JSON.stringify(await w.db.select().from(dailyVisitors))
  expect(storedText).toContain(String(id))
  expect(storedText).not.toContain('127.0.0.1')
  expect(storedText).not.toContain('Mozilla')
})

test('a day later no visitor can be recognized', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const { id } = await mara.publishText()
  await recordView(w.visitor(), id)
  await w.countViews()

  await w.runPeriodicTasks()
  expect(await w.db.$count(dailyVisitors)).toBe(1)
  w.clock.advance(24 * 3_600_000)
  await w.runPeriodicTasks()

  expect(await w.db.$count(dailyVisitors)).toBe(0)
  expect(await w.db.$count(visitorHashSalts)).toBe(0)
  expect(await viewsOf(w, mara, id)).toBe(1)
})

test('a visitor’s source is utm_source, or else the referrer', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const { id } = await mara.publishText()

  await recordView(w.visitor(), id, phone, {
    utmParameters: 'utm_source=newsletter',
    referrer: 'mail.example.org',
  })
  await recordView(w.visitor(), id, laptop, { referrer: 'www.instagram.com' })
  await recordView(w.visitor(), id, `${laptop} 2`, { referrer: 'www.instagram.com' })
  await w.countViews()

  const rows = await w.db.select().from(dailyViewSources)
  expect(rows.map(({ source, viewCount }) => [source, viewCount]).sort()).toEqual([
    ['instagram.com', 2],
    ['newsletter', 1],
  ])
})

test('buffered views are written at shutdown', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const { id } = await mara.publishText()

  await recordView(w.visitor(), id)
  expect(await w.db.$count(dailyVisitors)).toBe(0)
  await w.app.close()

  expect(await w.db.$count(dailyVisitors)).toBe(1)
})

test('eight processes count the same browser once', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const { id } = await mara.publishText()
  const { createViewBuffer } = await import('./view-buffer.ts')
  const counters = Array.from({ length: 8 }, () => createViewBuffer(w.ports))

  for (const counter of counters)
    counter.record({
      contentId: id,
      address: '192.0.2.7',
      agent: phone,
      utmParameters: '',
      referrer: '',
      viewerId: undefined,
    })
  await Promise.all(counters.map((counter) => counter.flush()))

  expect(await viewsOf(w, mara, id)).toBe(1)
})

test('views that could not be written are retried', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const { id } = await mara.publishText()
  await w.ports.pool.query('alter table daily_visitors rename to away')
  await recordView(w.visitor(), id)
  await w.countViews()
  await w.ports.pool.query('alter table away rename to daily_visitors')

  expect(await viewsOf(w, mara, id)).toBe(1)
})

test.each([
  ['IP address', () => '192.0.2.7'],
  ['IPv6 network', (i: number) => `2001:db8:0:1::${i.toString(16)}`],
])('one %s counts at most a thousand visitors per hour', async (_, addressOf) => {
  const w = await createTestApp()
  const mara = await w.creator()
  const { id } = await mara.publishText()
  const { createViewBuffer } = await import('./view-buffer.ts')
  const counter = createViewBuffer(w.ports)

  for (let i = 0; i < 1_200; i++)
    counter.record({
      contentId: id,
      address: addressOf(i),
      agent: `${phone} ${i}`,
      utmParameters: '',
      referrer: '',
      viewerId: undefined,
    })
  await counter.flush()

  expect(await viewsOf(w, mara, id)).toBe(1_000)
})

test('a network is forgotten after views of 50,000 others, so that their counts take no more memory', () => {
  const exceedsMaximum = hourlyLimiter(() => 0)
  const repeat = (network: string) => Array.from({ length: 1_001 }, () => exceedsMaximum(network)).at(-1)

  expect(repeat('192.0.2.7')).toBe(true)
  for (let i = 0; i < 49_999; i++) exceedsMaximum(`network ${i}`)
  expect(exceedsMaximum('192.0.2.7')).toBe(true)
  exceedsMaximum('one more network')
  expect(exceedsMaximum('192.0.2.7')).toBe(false)
})
