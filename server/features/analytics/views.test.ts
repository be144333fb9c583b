import { expect, test } from 'vitest'
import { countView, getItemNumbers } from '../../../contract/analytics.ts'
import { type Signed, type Visitor, type World, world } from '../../../tests/world.ts'
import { viewMarks, viewSalts, viewSources } from '../../db/schema/index.ts'

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'
const desk = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const looks = (who: Visitor, id: number, agent = phone, body: object = {}) =>
  who.call(countView, { params: { id }, body, headers: { 'user-agent': agent } })

async function viewsOf(w: World, mara: Signed, id: number): Promise<number> {
  await w.countViews()
  const { body } = await mara.call(getItemNumbers, { params: { id } })
  return body.views
}

test('a browser counts once a day, however often it comes back', async () => {
  const w = await world()
  const mara = await w.creator()
  const { id } = await mara.publishesText()

  for (let i = 0; i < 3; i++) await looks(w.visitor(), id)
  await w.countViews()
  await looks(w.visitor(), id)
  expect(await viewsOf(w, mara, id)).toBe(1)

  await looks(w.visitor(), id, desk)
  expect(await viewsOf(w, mara, id)).toBe(2)

  w.clock.advance(24 * 3_600_000)
  await looks(w.visitor(), id)
  expect(await viewsOf(w, mara, id)).toBe(3)
})

test('machines and the creator do not count', async () => {
  const w = await world()
  const mara = await w.creator()
  const { id } = await mara.publishesText()

  await looks(w.visitor(), id, 'Mozilla/5.0 (compatible; Googlebot/2.1)')
  await looks(w.visitor(), id, 'curl/8.9.1')
  await looks(mara, id)

  expect(await viewsOf(w, mara, id)).toBe(0)
})

test('another creator is a visitor like all others', async () => {
  const w = await world()
  const mara = await w.creator()
  const jonas = await w.creator('jonas@example.com')
  const { id } = await mara.publishesText()

  await looks(jonas, id)

  expect(await viewsOf(w, mara, id)).toBe(1)
})

test('what is not for sale is not seen, and the answer says nothing of it', async () => {
  const w = await world()
  const mara = await w.creator()
  const draft = await mara.publishesText({ status: 'draft' })

  const answers = [await looks(w.visitor(), draft.id), await looks(w.visitor(), 999_999)]

  expect(answers.map(({ status, body }) => [status, body])).toEqual([
    [200, { seen: true }],
    [200, { seen: true }],
  ])
  expect(await viewsOf(w, mara, draft.id)).toBe(0)
})

test('no cookie is set, and no address is kept', async () => {
  const w = await world()
  const mara = await w.creator()
  const { id } = await mara.publishesText()
  const fan = w.visitor()

  const { headers } = await looks(fan, id)
  await w.countViews()

  expect(headers['set-cookie']).toBeUndefined()
  const kept = JSON.stringify(await w.db.select().from(viewMarks))
  expect(kept).toContain(String(id))
  expect(kept).not.toContain('127.0.0.1')
  expect(kept).not.toContain('Mozilla')
})

test('a day later nobody can be recognised any more', async () => {
  const w = await world()
  const mara = await w.creator()
  const { id } = await mara.publishesText()
  await looks(w.visitor(), id)
  await w.countViews()

  await w.sweepAll()
  expect(await w.db.$count(viewMarks)).toBe(1)
  w.clock.advance(24 * 3_600_000)
  await w.sweepAll()

  expect(await w.db.$count(viewMarks)).toBe(0)
  expect(await w.db.$count(viewSalts)).toBe(0)
  expect(await viewsOf(w, mara, id)).toBe(1)
})

test('where visitors come from is counted by the link’s mark, else by the page before', async () => {
  const w = await world()
  const mara = await w.creator()
  const { id } = await mara.publishesText()

  await looks(w.visitor(), id, phone, { marks: 'utm_source=newsletter', referrer: 'mail.example.org' })
  await looks(w.visitor(), id, desk, { referrer: 'www.instagram.com' })
  await looks(w.visitor(), id, `${desk} 2`, { referrer: 'www.instagram.com' })
  await w.countViews()

  const rows = await w.db.select().from(viewSources)
  expect(rows.map(({ source, views }) => [source, views]).sort()).toEqual([
    ['instagram.com', 2],
    ['newsletter', 1],
  ])
})

test('what waits to be written is written when the server stops', async () => {
  const w = await world()
  const mara = await w.creator()
  const { id } = await mara.publishesText()

  await looks(w.visitor(), id)
  expect(await w.db.$count(viewMarks)).toBe(0)
  await w.app.close()

  expect(await w.db.$count(viewMarks)).toBe(1)
})

test('eight processes seeing the same browser count it once', async () => {
  const w = await world()
  const mara = await w.creator()
  const { id } = await mara.publishesText()
  const { viewCounter } = await import('./counter.ts')
  const counters = Array.from({ length: 8 }, () => viewCounter(w.ports))

  for (const counter of counters)
    counter.saw({
      contentId: id,
      address: '192.0.2.7',
      agent: phone,
      marks: '',
      referrer: '',
      viewerId: undefined,
    })
  await Promise.all(counters.map((counter) => counter.flush()))

  expect(await viewsOf(w, mara, id)).toBe(1)
})

test('views that could not be written wait for the database', async () => {
  const w = await world()
  const mara = await w.creator()
  const { id } = await mara.publishesText()
  await w.ports.pool.query('alter table view_marks rename to away')
  await looks(w.visitor(), id)
  await w.countViews()
  await w.ports.pool.query('alter table away rename to view_marks')

  expect(await viewsOf(w, mara, id)).toBe(1)
})

test('one address cannot make up more than a thousand visitors in an hour', async () => {
  const w = await world()
  const mara = await w.creator()
  const { id } = await mara.publishesText()
  const { viewCounter } = await import('./counter.ts')
  const counter = viewCounter(w.ports)

  for (let i = 0; i < 1_200; i++)
    counter.saw({
      contentId: id,
      address: '192.0.2.7',
      agent: `${phone} ${i}`,
      marks: '',
      referrer: '',
      viewerId: undefined,
    })
  await counter.flush()

  expect(await viewsOf(w, mara, id)).toBe(1_000)
})
