import { eq } from 'drizzle-orm'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { getAdminHealth } from '../../../../contract/monitoring.ts'
import { adminFixture } from '../../../../tests/support/admin-fixture.ts'
import { alerts, processHeartbeats } from '../../../db/schema/index.ts'
import { failBackup, finishBackup, insertBackup } from '../../site/backups/repository.ts'
import { startHeartbeat } from './heartbeat.ts'
import { countRequests, selectHours } from './samples.ts'

const minuteMs = 60_000

async function healthFixture(env: Record<string, string> = {}) {
  const { w, admin, item } = await adminFixture(env)
  const read = async () => (await admin.call(getAdminHealth)).body
  return { w, item, read }
}

test('a new instance is healthy, without a backup', async () => {
  const { w, read } = await healthFixture()
  await w.runPeriodicTasks()

  const health = await read()

  expect(health).toMatchObject({
    status: 'ok',
    failing: { unavailable: [], alerts: [], failedJobs: 0, overdueEmails: 0, unbalancedPostings: 0 },
    backup: { lastAt: null, isOverdue: true, isRunning: false },
  })
  expect(health.database.version).toMatch(/^18\./)
  expect(health.hours).toHaveLength(24)
  expect(health.storage.databaseBytes).toBeGreaterThan(1_000_000)
})

test('work that waited longer than promised makes the instance failing', async () => {
  const { w, item, read } = await healthFixture()
  await w.runPeriodicTasks()
  await w.visitor().purchase(item.id)
  expect((await read()).status).toBe('ok')

  w.clock.advance(3 * minuteMs)
  const health = await read()

  expect(health.status).toBe('failing')
  expect(health.waiting.find(({ kind }) => kind === 'emails')).toMatchObject({
    isLate: true,
    oldestSeconds: 180,
  })
  expect(health.sweepAgeSeconds).toBe(180)
})

test('an open alert needs attention', async () => {
  const { w, read } = await healthFixture()
  await w.runPeriodicTasks()
  await w.db
    .insert(alerts)
    .values({ kind: 'over-refund', target: 'purchase/1', message: 'More', createdAt: w.clock.now() })

  expect(await read()).toMatchObject({
    status: 'attention',
    failing: { alerts: [{ kind: 'over-refund', count: 1 }] },
  })
})

test('a backup is overdue 25 hours after its data', async () => {
  const { w, read } = await healthFixture()
  const now = w.clock.now()
  const id = await insertBackup(w.db, { destination: '/b.tar', isEncrypted: false, now })
  await finishBackup(w.db, {
    id,
    now,
    snapshotAt: now,
    archiveBytes: 1234,
    rowCount: 1,
    fileCount: 1,
    message: '',
  })

  expect((await read()).backup).toMatchObject({
    lastAt: now.toISOString(),
    ageSeconds: 0,
    archiveBytes: 1234,
    isOverdue: false,
  })
  w.clock.advance(25 * 60 * minuteMs + 1)
  expect((await read()).backup.isOverdue).toBe(true)
})

test('the settings of backups are shown with the next time, and a failed attempt with its reason', async () => {
  const env = { BACKUP_TO: '/backups', BACKUP_SCHEDULE: '11:00,23:00', BACKUP_KEEP: '3' }
  const { w, read } = await healthFixture(env)
  const now = w.clock.now()
  const id = await insertBackup(w.db, { destination: '/backups/b.tar', isEncrypted: false, now })
  await failBackup(w.db, { id, now, message: 'The disk is full.' })

  const { backup } = await read()

  expect(now.toISOString()).toBe('2026-03-01T12:00:00.000Z')
  expect(backup).toMatchObject({
    lastAt: null,
    failure: { at: now.toISOString(), message: 'The disk is full.' },
    settings: {
      to: '/backups',
      schedule: ['11:00', '23:00'],
      nextAt: '2026-03-01T23:00:00.000Z',
      keep: 3,
      isEncrypted: false,
    },
  })
})

test('a process is listed while it beats, is marked when it stops beating, and is gone after a stop', async () => {
  const { w, read } = await healthFixture()
  const heartbeat = startHeartbeat(w.ports, {
    version: '9.9.9',
    requests: { take: () => ({ requests: 0, errors: 0, slow: 0 }) },
  })
  onTestFinished(heartbeat.stop)
  await heartbeat.beat()

  const [running] = (await read()).processes
  expect(running).toMatchObject({ version: '9.9.9', role: 'all', pid: process.pid, isResponding: true })
  expect(running?.memoryBytes).toBeGreaterThan(10_000_000)

  w.clock.advance(minuteMs)
  expect(await read()).toMatchObject({ status: 'attention', processes: [{ isResponding: false }] })

  await heartbeat.stop()
  expect((await read()).processes).toEqual([])
})

type Beat = {
  id: string
  role?: 'all' | 'web' | 'worker'
  host?: string
  startedAgoMs: number
  seenAgoMs?: number
}

/** Processes that report, or that went silent some time ago. */
async function processesFixture(env: Record<string, string> = {}) {
  const { w, read } = await healthFixture(env)
  await w.runPeriodicTasks()
  const ago = (ms: number) => new Date(w.clock.now().getTime() - ms)
  const beats = (rows: Array<Beat>) =>
    w.db.insert(processHeartbeats).values(
      rows.map(({ id, role = 'web', host = 'one', startedAgoMs, seenAgoMs = 0 }) => ({
        id,
        role,
        hostname: host,
        pid: Number(id.replace(/\D/g, '')) || 1,
        version: '1.0.0',
        nodeVersion: '24',
        startedAt: ago(startedAgoMs),
        seenAt: ago(seenAgoMs),
        residentBytes: 1,
        eventLoopDelayMs: 1,
        backupSettings:
          role === 'web' ? null : { to: `/backups/${id}`, schedule: ['03:30'], keep: 3, isEncrypted: true },
      })),
    )
  const shown = async () => (await read()).processes.map(({ id }) => id).sort()
  return { beats, read, shown }
}

test('a killed process is gone after a minute once another one of its role runs on its machine', async () => {
  const { beats, read, shown } = await processesFixture()
  await beats([
    { id: 'worker', role: 'worker', startedAgoMs: 60 * minuteMs },
    { id: 'killed', startedAgoMs: 60 * minuteMs, seenAgoMs: 2 * minuteMs },
    { id: 'successor', startedAgoMs: 1.9 * minuteMs },
    { id: 'killed-just-now', host: 'two', startedAgoMs: 60 * minuteMs, seenAgoMs: 0.9 * minuteMs },
    { id: 'its-successor', host: 'two', startedAgoMs: 0.8 * minuteMs },
  ])

  expect(await shown()).toEqual(['its-successor', 'killed-just-now', 'successor', 'worker'])
  expect((await read()).status).toBe('attention')
})

test('a silent process stays while nothing has taken its place, one successor for each', async () => {
  const { beats, shown } = await processesFixture()
  await beats([
    { id: 'older', startedAgoMs: 200 * minuteMs },
    { id: 'of-another-role', role: 'worker', startedAgoMs: minuteMs },
    { id: 'killed-1', startedAgoMs: 60 * minuteMs, seenAgoMs: 9 * minuteMs },
    { id: 'killed-2', startedAgoMs: 60 * minuteMs, seenAgoMs: 8 * minuteMs },
    { id: 'successor', startedAgoMs: minuteMs },
  ])

  expect(await shown()).toEqual(['killed-2', 'of-another-role', 'older', 'successor'])
})

test('after ten minutes a process on another machine takes the place, as a pod does', async () => {
  const { beats, shown } = await processesFixture()
  await beats([
    { id: 'lost-long-ago', host: 'pod-a', startedAgoMs: 60 * minuteMs, seenAgoMs: 11 * minuteMs },
    { id: 'lost', host: 'pod-b', startedAgoMs: 60 * minuteMs, seenAgoMs: 5 * minuteMs },
    { id: 'new-1', host: 'pod-c', startedAgoMs: 4 * minuteMs },
    { id: 'new-2', host: 'pod-d', startedAgoMs: 4 * minuteMs },
  ])

  expect(await shown()).toEqual(['lost', 'new-1', 'new-2'])
})

test('a site whose processes only serve pages has no worker', async () => {
  const { beats, read } = await processesFixture()
  await beats([
    { id: 'web', startedAgoMs: minuteMs },
    { id: 'worker', role: 'worker', startedAgoMs: 60 * minuteMs, seenAgoMs: 2 * minuteMs },
  ])

  expect(await read()).toMatchObject({ status: 'failing', failing: { hasNoWorker: true } })
})

test('the copy of REPLICATE_TO is shown as it is, and nothing without one', async () => {
  const { w, read } = await healthFixture()
  expect((await read()).replica).toBe(null)
  const status = {
    place: '/replica',
    lagSeconds: 61.5,
    shouldWait: true,
    isWaiting: false,
    baseAt: '2026-03-01T03:30:00.000Z',
    filesPending: 3,
    problem: 'There is no folder /replica.',
    isStarting: false,
  }
  w.ports.replica = { status: () => status }

  expect((await read()).replica).toEqual(status)
})

test('the settings of backups are those of the worker, and say whose they are', async () => {
  const { beats, read } = await processesFixture({ BACKUP_TO: '/of-the-web-process' })
  expect((await read()).backup.settings).toMatchObject({ to: '/of-the-web-process', worker: null })
  await beats([
    { id: 'web', startedAgoMs: minuteMs },
    { id: 'worker-7', role: 'worker', host: 'two', startedAgoMs: minuteMs },
  ])

  expect((await read()).backup.settings).toEqual({
    to: '/backups/worker-7',
    schedule: ['03:30'],
    nextAt: '2026-03-02T03:30:00.000Z',
    keep: 3,
    isEncrypted: true,
    worker: { hostname: 'two', pid: 7 },
  })
})

test('requests and errors of all processes are summed by hour', async () => {
  const { w } = await healthFixture()
  const counts = { requests: 10, errors: 2, slow: 1 }
  const heartbeats = [1, 2].map(() =>
    startHeartbeat(w.ports, { version: '1', requests: { take: () => counts } }),
  )
  await Promise.all(heartbeats.map(({ stop }) => stop()))

  const hours = await selectHours(w.db, w.clock.now())

  // Each counts at its start and at its stop.
  expect(hours.at(-1)).toMatchObject({ requests: 40, errors: 8, slowRequests: 4 })
  expect(hours.slice(0, -1).every(({ requests }) => requests === 0)).toBe(true)
  expect(await w.db.$count(processHeartbeats, eq(processHeartbeats.version, '1'))).toBe(0)
})

test('readings are stored once in five minutes, and requests are added to them', async () => {
  const { w, item } = await healthFixture()
  await w.visitor().purchase(item.id)
  await w.runPeriodicTasks()
  await w.visitor().purchase(item.id, { email: 'bo@example.com' })
  await w.runPeriodicTasks()
  const [first] = await selectHours(w.db, w.clock.now()).then((hours) => hours.slice(-1))

  w.clock.advance(5 * minuteMs)
  await w.runPeriodicTasks()
  const second = (await selectHours(w.db, w.clock.now())).at(-1)

  expect(first?.maxWaiting).toBeGreaterThan(0)
  expect(second?.maxWaitSeconds).toBeGreaterThanOrEqual(300)
})

test('responses are counted, those with 500 also as errors', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  const requests = countRequests(app)
  app.get('/works', async () => ({ ok: true }))
  app.get('/fails', async () => Promise.reject(new Error('broken')))
  await app.inject('/works')
  await app.inject('/fails')

  expect(requests.take()).toEqual({ requests: 2, errors: 1, slow: 0 })
  expect(requests.take()).toEqual({ requests: 0, errors: 0, slow: 0 })
})
