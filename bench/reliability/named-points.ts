import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../../server/adapters/postgres/start.ts'
import { type ServerProcess, startServerProcess } from '../../tests/support/server-process.ts'
import { bundleFaultyServer } from './bundle.ts'
import type { FaultRun } from './fault-run.ts'
import { findViolations } from './promises.ts'
import { createScenarioContext, type Scenario, scenarios } from './stories.ts'

export type PointsReport = {
  /** Points that the scenarios pass, and how many of them a kill reached. */
  points: number
  kills: number
  /** Scenarios that did not pass their armed point this time, because a job and a page can do the same work. */
  missed: number
  /** Problems, each with the point where it was found. */
  problems: Array<string>
}

type Point = { scenario: Scenario; point: string }

const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined }

export const namedPoints: FaultRun = {
  what: 'kill -9 at named points: before and after each statement, response, file rename, email, provider call, transfer',
  unit: 'kills',
  bar: '0 promises broken',
  quickCount: 10,
  longCount: 16_000,
  async run(count, log) {
    const report = await killAtPoints({ kills: count }, log)
    const { points, missed, problems } = report
    const result = `${problems.length} broken; ${points} points, ${missed} tries did not reach theirs`
    return { count: report.kills, result, hasPassed: problems.length === 0 }
  },
}

/**
 * Kills the server `count` times, at every point in turn or at evenly spread ones, and checks all promises after each
 * kill. `only` names one scenario.
 */
export async function killAtPoints(
  { kills, only }: { kills: number; only?: string },
  log: (line: string) => void,
): Promise<PointsReport> {
  const testServer = await openTestServer()
  const report: PointsReport = { points: 0, kills: 0, missed: 0, problems: [] }
  try {
    const selectedScenarios = scenarios.filter(({ name }) => !only || name === only)
    const points = await tracePoints(testServer, selectedScenarios)
    report.points = points.length
    for (const { name } of selectedScenarios)
      log(`${name}: ${points.filter(({ scenario }) => scenario.name === name).length} points`)

    for (const [index, one] of selectPoints(points, kills).entries()) {
      const { wasReached, problems } = await killAt(testServer, one)
      if (wasReached) report.kills += 1
      else report.missed += 1
      for (const problem of problems) log(`${one.scenario.name}, ${one.point}: ${problem}`)
      report.problems.push(...problems.map((problem) => `${one.point}: ${problem}`))
      if ((index + 1) % 25 === 0) log(`${report.kills} kills, ${report.problems.length} problems`)
    }
    return report
  } finally {
    await testServer.close()
  }
}

/** Starts the server with a database that outlives it, so that a restart takes only the server's own time. */
async function openTestServer() {
  const settings: Record<string, string> = { ADMIN_EMAIL: 'admin@example.com' }
  const site = await startServerProcess(() => settings, { server: await bundleFaultyServer() })
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
  const violations = await findViolations(site, async () => {
    await site.kill()
    await forgetHeartbeats(site)
    await site.start()
  })
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
  await forgetHeartbeats(site)
  await site.start()
  return exitCode
}

/** Releases the jobs of the killed server at once instead of after the heartbeat timeout of ten seconds. */
async function forgetHeartbeats(site: ServerProcess): Promise<void> {
  await site.query(
    `update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`,
  )
}
