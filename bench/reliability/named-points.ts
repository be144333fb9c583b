import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../../server/adapters/postgres/start.ts'
import { type FaultRun, textOfWrong } from '../../tests/reliability/fault-run.ts'
import { findViolations } from '../../tests/reliability/promises.ts'
import { type ServerProcess, startServerProcess } from '../../tests/support/server-process.ts'
import { bundleServer } from './bundle.ts'
import { createScenarioContext, type Scenario, scenarios } from './stories.ts'

type Point = { scenario: Scenario; point: string }

const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined }

/**
 * Kills the server at every point in turn or at evenly spread ones, and checks all promises after each kill. Some tries
 * do not reach their point, because a job and a page can do the same work.
 */
export function pointsOf(chosen: Array<Scenario>): FaultRun {
  return {
    what: 'kill -9 at named points: before and after each statement, response, file rename, email',
    unit: 'kills',
    bar: '0 promises broken',
    quickCount: 10,
    longCount: 16_000,
    async run(count, log) {
      const testServer = await openTestServer()
      try {
        const points = await tracePoints(testServer, chosen)
        const wrong: Record<string, boolean> = {}
        let kills = 0
        for (const [index, one] of selectPoints(points, count).entries()) {
          const { wasReached, problems } = await killAt(testServer, one)
          if (wasReached) kills += 1
          for (const problem of problems) wrong[`${one.point}: ${problem}`] = true
          if ((index + 1) % 25 === 0)
            log(`${kills} kills at ${index + 1} points, ${Object.keys(wrong).length} wrong`)
        }
        // Each statement, response and email of a purchase alone is at least one point.
        const hasTooFew = kills === 0 || points.length <= 60
        return {
          count: kills,
          wrong: { ...wrong, 'too few points': hasTooFew },
          notes: `${points.length} points, ${count - kills} tries did not reach theirs`,
        }
      } finally {
        await testServer.close()
      }
    },
  }
}

export const namedPoints = pointsOf(scenarios)

/** Starts the server with a database that outlives it, so that a restart takes only the server's own time. */
async function openTestServer() {
  const settings: Record<string, string> = { ADMIN_EMAIL: 'admin@example.com' }
  const site = await startServerProcess(() => settings, { server: await bundleServer('faulty-server') })
  const postgres = await startPostgres({ dataDir: site.dataDir, log: silentLog })
  const { host, user, database } = postgres.connection
  const pointFile = join(site.dataDir, 'fault-point')
  const traceFile = join(site.dataDir, 'fault-trace')
  Object.assign(settings, {
    DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
    FAULT_POINT: pointFile,
  })
  const close = async () => {
    await site.kill()
    await postgres.stop()
    await site.remove()
  }
  try {
    await site.start()
    const context = await createScenarioContext(site, randomBytes(64 * 1024))
    return { site, context, settings, pointFile, traceFile, close }
  } catch (error) {
    await close()
    throw error
  }
}

type TestServer = Awaited<ReturnType<typeof openTestServer>>

/** The points that each scenario passes without a fault. The first run covers what happens only once. */
async function tracePoints(
  testServer: TestServer,
  selectedScenarios: Array<Scenario>,
): Promise<Array<Point>> {
  const { context, settings, traceFile } = testServer
  settings.FAULT_TRACE = traceFile
  const points: Array<Point> = []
  for (const scenario of selectedScenarios) {
    await setWebhooks(testServer, scenario)
    await scenario.run(context)
    await rm(traceFile, { force: true })
    await scenario.run(context)
    const passed = (await readFile(traceFile, 'utf8')).trim().split('\n')
    for (const point of new Set(passed)) points.push({ scenario, point })
  }
  delete settings.FAULT_TRACE
  return points
}

/** Restarts the server if this scenario needs other settings. */
async function setWebhooks({ site, settings }: TestServer, { hasWebhooks }: Scenario): Promise<void> {
  const faults = hasWebhooks ? 'drop=0' : 'drop=1'
  if (settings.SANDBOX_FAULTS === faults) return
  settings.SANDBOX_FAULTS = faults
  await site.kill()
  await site.start()
}

/** All points repeatedly, or `count` of them, evenly spread. */
function selectPoints(points: Array<Point>, count: number): Array<Point> {
  const step = Math.max(1, points.length / count)
  return Array.from({ length: count }, (_, index) => points[Math.floor(index * step) % points.length]).filter(
    (point) => point !== undefined,
  )
}

async function killAt(
  testServer: TestServer,
  { scenario, point }: Point,
): Promise<{ wasReached: boolean; problems: Array<string> }> {
  const { site, context, pointFile } = testServer
  await setWebhooks(testServer, scenario)
  await writeFile(pointFile, point)
  const progress = { isOver: false }
  const restarted = restartOnceKilled(testServer, progress)
  const problems = await scenario
    .run(context)
    .catch((error: unknown) => [`did not come to its end: ${error instanceof Error ? error.message : error}`])
  progress.isOver = true
  const exitCode = await restarted
  await rm(pointFile, { force: true })
  if (typeof exitCode === 'number') problems.push(`the server ended by itself with ${exitCode}`)
  const violations = textOfWrong(await findViolations(site, () => restart(site)))
  if (violations !== '0') problems.push(violations)
  return { wasReached: exitCode === null, problems }
}

/**
 * Returns null when the server was killed, its exit code when it ended otherwise, undefined when it ran to the end of
 * the scenario.
 */
async function restartOnceKilled(
  { site, pointFile }: TestServer,
  progress: { isOver: boolean },
): Promise<number | null | undefined> {
  while (site.isRunning()) {
    if (progress.isOver) return undefined
    await sleep(20)
  }
  const exitCode = await site.exited()
  await rm(pointFile, { force: true })
  await restart(site)
  return exitCode
}

/** Kills and starts the server. Releases its jobs and deliveries at once instead of at the end of their leases. */
async function restart(site: ServerProcess): Promise<void> {
  await site.kill()
  await site.query(
    `update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active';
     update deliveries set next_at = now() where state = 'waiting'`,
  )
  await site.start()
}
