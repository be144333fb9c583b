import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { updateWebhookEndpoint } from '../../../../contract/webhook-endpoints.ts'
import { seeded } from '../../../../tests/support/seeded.ts'
import { sentEmailsTo } from '../../../../tests/support/sent-emails.ts'
import { createTestApp, sendDue, type TestApp } from '../../../../tests/support/test-app.ts'
import {
  type Answer,
  addEndpoint,
  startReceiver,
  verifyWith,
} from '../../../../tests/support/webhook-fixture.ts'
import { alerts, deliveries, webhookEndpoints, webhookTries } from '../../../db/schema/index.ts'
import { recordEvent } from '../../telling/deliveries/events.ts'
import { claimForEndpoints } from '../../telling/deliveries/repository.ts'
import { sendEvent } from './send-event.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

async function fixture(answer?: Answer, options?: Parameters<typeof createTestApp>[0]) {
  const w = await createTestApp(options)
  const mara = await w.creator()
  const receiver = await startReceiver(answer)
  const endpoint = await addEndpoint(mara, receiver)
  const endpointRow = async () =>
    (await w.db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, endpoint.id)))[0]
  return { w, mara, receiver, endpoint, endpointRow, happens: (count: number) => happens(w, mara.id, count) }
}

/** So many events of a creator. */
function happens({ db, ports }: TestApp, creatorId: string, count = 1) {
  return db.transaction(async (tx) => {
    for (let n = 0; n < count; n++)
      await recordEvent(tx, ports, {
        type: 'follower.confirmed',
        creatorId,
        subject: `follower/${n}`,
        payload: { followerId: n },
      })
  })
}

const rows = ({ db }: TestApp) => db.select().from(deliveries).where(eq(deliveries.channel, 'webhook'))

/** Moves the clock to the next try, until nothing waits. Returns the delays. */
async function tryUntilDone(w: TestApp): Promise<Array<number>> {
  const delays: Array<number> = []
  for (let n = 0; n < 200; n++) {
    await w.runJobs()
    const waiting = (await rows(w)).filter(({ state }) => state === 'waiting')
    if (waiting.length === 0) return delays
    const next = Math.min(...waiting.map(({ nextAt }) => nextAt.getTime()))
    const delayMs = Math.max(1, next - w.clock.now().getTime())
    delays.push(delayMs)
    w.clock.advance(delayMs)
  }
  throw new Error('It never ends')
}

const fails: Answer = (response) => response.writeHead(500).end('TypeError')

test('ten tries over about 75 hours, then it is given up, and the creator is told but not the operator', async () => {
  const { w, receiver, happens } = await fixture(fails)
  await happens(1)

  const delays = await tryUntilDone(w)

  const schedule = [5, 300, 1_800, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * 3_600)]
  expect(delays).toHaveLength(9)
  for (const [index, seconds] of schedule.entries()) {
    expect(delays[index]).toBeGreaterThanOrEqual(seconds * 800)
    expect(delays[index]).toBeLessThanOrEqual(seconds * 1_200)
  }
  expect(receiver.received).toHaveLength(10)
  expect(new Set(receiver.ids()).size).toBe(1)
  expect(await rows(w)).toMatchObject([{ state: 'failed', error: 'It answered 500.', attempts: 10 }])
  const tries = await w.db.select().from(webhookTries)
  expect(tries).toHaveLength(10)
  expect(tries[0]).toMatchObject({ status: 500, answer: 'TypeError', problem: 'It answered 500.' })
  await w.runJobs()
  const subjects = (await sentEmailsTo(w, 'mara@example.com')).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.startsWith('We couldn’t reach 127.0.0.1'))).toHaveLength(1)
  expect(await w.db.select().from(alerts)).toEqual([])
})

test('a fault of the site is logged at each of ten tries, then the event is given up and its creator told', async () => {
  const errors: Array<{ msg: string; attempt?: number }> = []
  const logTo = (line: string) => {
    const entry = JSON.parse(line)
    if (entry.level === 'error' || entry.level >= 50) errors.push(entry)
  }
  const { w, receiver, endpointRow, happens } = await fixture(undefined, { logTo })
  // The key with which secrets were encrypted is lost.
  w.ports.payoutKeys = [{ id: 'another', key: Buffer.alloc(32, 8) }]
  await happens(1)

  const delays = await tryUntilDone(w)
  await w.runJobs()

  expect(delays).toHaveLength(9)
  expect(delays.reduce((sum, delayMs) => sum + delayMs, 0)).toBeGreaterThan(60 * hourMs)
  expect(errors.map(({ msg, attempt }) => [msg, attempt])).toEqual(
    Array.from({ length: 10 }, (_, index) => ['delivery failed, will retry', index + 1]),
  )
  expect(await rows(w)).toMatchObject([{ state: 'failed', attempts: 10 }])
  expect(receiver.received).toEqual([])
  expect(await endpointRow()).toMatchObject({ failingSince: null })
  const subjects = (await sentEmailsTo(w, 'mara@example.com')).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.startsWith('We couldn’t reach 127.0.0.1'))).toHaveLength(1)
})

test('with 30 % of answers lost, failed, broken off or redirected each event arrives within the schedule', async () => {
  const random = seeded(41)
  const arrived = new Set<number>()
  const { w, receiver, endpoint, happens } = await fixture()
  receiver.answer = (response, nth) => {
    const fault = random.next()
    if (fault < 0.1) return response.writeHead(500).end()
    if (fault < 0.2) return response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    // It arrived, and the answer was lost.
    if (fault < 0.3) {
      arrived.add(nth)
      return response.destroy()
    }
    arrived.add(nth)
    response.writeHead(200).end('ok')
  }
  await happens(60)

  await tryUntilDone(w)

  const taken = [...arrived].map((nth) => receiver.received[nth])
  const sequences = new Set(taken.map((request) => request && verifyWith(endpoint.secret, request).sequence))
  expect(sequences.size).toBe(60)
  expect(new Set((await rows(w)).map(({ state }) => state))).toEqual(new Set(['sent']))
  expect(receiver.received.length).toBeGreaterThan(65)
  // What arrived twice has the same id and the same body.
  for (const same of Map.groupBy(receiver.received, ({ headers }) => headers['webhook-id']).values())
    expect(new Set(same.map(({ body }) => body)).size).toBe(1)
})

test('a process killed before, during or after a try loses nothing, and what arrives twice has the same id', async () => {
  const { w, receiver, happens } = await fixture()
  await happens(3)
  const claim = () => claimForEndpoints(w.db, 3, { now: w.clock.now(), limit: 100, inWork: [] })

  // Killed after the claim.
  expect(await claim()).toHaveLength(3)
  await w.runJobs()
  expect(receiver.received).toEqual([])
  w.clock.advance(120_000)
  // Killed after the answer, before it is known to be sent.
  for (const row of await claim()) await sendEvent(w.ports, row)
  expect(receiver.received).toHaveLength(3)
  w.clock.advance(120_000)
  await w.runJobs()

  expect(receiver.received).toHaveLength(6)
  expect(new Set(receiver.ids()).size).toBe(3)
  expect((await rows(w)).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
})

test('Retry-After puts the next try off, a day at most', async () => {
  const { w, receiver, happens } = await fixture()
  receiver.answer = (response) => response.writeHead(429, { 'retry-after': '3600' }).end()
  await happens(1)
  await w.runJobs()
  const [asked] = await rows(w)
  receiver.answer = (response) => response.writeHead(503, { 'retry-after': '9999999' }).end()
  w.clock.advance(hourMs)
  await w.runJobs()
  const [far] = await rows(w)

  expect(asked?.nextAt.getTime()).toBe(w.clock.now().getTime())
  expect(far?.nextAt.getTime()).toBe(w.clock.now().getTime() + dayMs)
})

test('410 turns an endpoint off at once: nothing more is sent, what waited is kept, and its creator is told', async () => {
  const { w, receiver, happens, endpointRow } = await fixture((response) => response.writeHead(410).end())
  await happens(2)
  await w.runJobs()
  await happens(1)
  await w.runJobs()

  expect(receiver.received).toHaveLength(1)
  expect(await endpointRow()).toMatchObject({ turnedOffReason: 'gone' })
  expect((await rows(w)).map(({ state }) => state)).toEqual(['failed', 'failed'])
  await w.runJobs()
  const told = await sentEmailsTo(w, 'mara@example.com')
  expect(told.map(({ subject }) => subject)).toContain(
    `We turned off your webhook to ${new URL(receiver.url).host}`,
  )
})

test('five days of nothing but failure, for ten events at least, turn an endpoint off', async () => {
  const { w, mara, endpoint, receiver, happens, endpointRow } = await fixture(fails)
  await happens(9)
  await w.runJobs()
  w.clock.advance(5 * dayMs)
  await w.runJobs()
  expect(await endpointRow()).toMatchObject({ turnedOffAt: null, failedEvents: 9 })
  await happens(1)
  await w.runJobs()

  expect(await endpointRow()).toMatchObject({ turnedOffReason: 'failing', failedEvents: 10 })
  expect((await rows(w)).filter(({ state }) => state === 'waiting')).toEqual([])

  receiver.answer = (response) => response.writeHead(200).end()
  await mara.call(updateWebhookEndpoint, { params: { id: endpoint.id }, body: { isOn: true } })
  await happens(1)
  await w.runJobs()
  expect(await endpointRow()).toMatchObject({ turnedOffAt: null, failingSince: null, failedEvents: 0 })
})

test('one success in five days keeps it on', async () => {
  const { w, receiver, happens, endpointRow } = await fixture(fails)
  await happens(20)
  await w.runJobs()
  w.clock.advance(4 * dayMs)
  receiver.answer = (response) => response.writeHead(200).end()
  await happens(1)
  await w.runJobs()
  receiver.answer = fails
  w.clock.advance(2 * dayMs)
  await happens(1)
  await w.runJobs()

  expect(await endpointRow()).toMatchObject({ turnedOffAt: null, failedEvents: 1 })
})

test('a claim takes four for each endpoint, and none of one that has four in work', async () => {
  const { w, mara, endpoint, happens } = await fixture()
  const other = await addEndpoint(mara, await startReceiver())
  await happens(10)
  const claim = (inWork: Array<{ endpointId: number }>) =>
    claimForEndpoints(w.db, 3, { now: w.clock.now(), limit: 100, inWork })
  const endpointsOf = (claimed: Awaited<ReturnType<typeof claim>>) =>
    claimed.map(({ endpointId }) => endpointId).toSorted()

  const four = (id: number) => Array.from({ length: 4 }, () => id)
  expect(endpointsOf(await claim([]))).toEqual([...four(endpoint.id), ...four(other.id)].toSorted())
  const inWork = four(endpoint.id).map((endpointId) => ({ endpointId }))
  expect(endpointsOf(await claim(inWork))).toEqual(four(other.id))
})

test('events of a suspended or deleted account are not sent', async () => {
  const { w, receiver, happens, mara } = await fixture()
  await happens(1)
  await w.db.execute(`update users set suspended_at = now() where id = '${mara.id}'`)
  await sendDue(w.ports)

  expect(receiver.received).toEqual([])
  expect(await rows(w)).toMatchObject([{ state: 'dropped' }])
})
