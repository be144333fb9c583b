import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../../server/adapters/postgres/start.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { bundleFaultyServer } from './bundle.ts'
import type { FaultRun } from './fault-run.ts'
import { promisesBroken } from './promises.ts'
import { createCast, type Story, stories } from './stories.ts'

export type PointsFound = {
  /** Points that the stories pass, and how many of them a kill reached. */
  points: number
  kills: number
  /** Stories that did not pass their armed point this time, because a job and a page can do the same work. */
  missed: number
  /** Problems, each with the point where it was found. */
  problems: Array<string>
}

type Point = { story: Story; point: string }

const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined }

export const namedPoints: FaultRun = {
  what: 'kill -9 at named points: before and after each statement, response, file rename, email, provider call, transfer',
  unit: 'kills',
  bar: '0 promises broken',
  quickCount: 10,
  longCount: 16_000,
  async run(count, log) {
    const found = await killAtPoints({ kills: count }, log)
    const { points, missed, problems } = found
    const result = `${problems.length} broken; ${points} points, ${missed} tries did not reach theirs`
    return { count: found.kills, result, hasPassed: problems.length === 0 }
  },
}

/**
 * Kills the server `count` times, at every point in turn or at evenly spread ones, and checks all promises after each
 * kill. `only` names one story.
 */
export async function killAtPoints(
  { kills, only }: { kills: number; only?: string },
  log: (line: string) => void,
): Promise<PointsFound> {
  const testServer = await openTestServer()
  const found: PointsFound = { points: 0, kills: 0, missed: 0, problems: [] }
  try {
    const selectedStories = stories.filter(({ name }) => !only || name === only)
    const points = await tracePoints(testServer, selectedStories)
    found.points = points.length
    for (const { name } of selectedStories)
      log(`${name}: ${points.filter(({ story }) => story.name === name).length} points`)

    for (const [turn, one] of inOrder(points, kills).entries()) {
      const { wasReached, problems } = await killAt(testServer, one)
      if (wasReached) found.kills += 1
      else found.missed += 1
      for (const problem of problems) log(`${one.story.name}, ${one.point}: ${problem}`)
      found.problems.push(...problems.map((problem) => `${one.point}: ${problem}`))
      if ((turn + 1) % 25 === 0) log(`${found.kills} kills, ${found.problems.length} problems`)
    }
    return found
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
    const cast = await createCast(site, randomBytes(64 * 1024))
    return { site, cast, settings, pointFile, traceFile, close }
  } catch (error) {
    await close()
    throw error
  }
}

type TestServer = Awaited<ReturnType<typeof openTestServer>>

/** The points that each story passes without a fault. The first run is for what happens only once. */
async function tracePoints(testServer: TestServer, selectedStories: Array<Story>): Promise<Array<Point>> {
  const { cast, settings, traceFile } = testServer
  settings.FAULT_TRACE = traceFile
  const points: Array<Point> = []
  for (const story of selectedStories) {
    await setWebhooks(testServer, story)
    await story.play(cast)
    await rm(traceFile, { force: true })
    await story.play(cast)
    const passed = (await readFile(traceFile, 'utf8')).trim().split('\n')
    for (const point of new Set(passed)) points.push({ story, point })
  }
  delete settings.FAULT_TRACE
  return points
}

/** Restarts the server if this story needs other settings. */
async function setWebhooks({ site, settings }: TestServer, { hasWebhooks }: Story): Promise<void> {
  const faults = hasWebhooks ? 'drop=0' : 'drop=1'
  if (settings.SANDBOX_FAULTS === faults) return
  settings.SANDBOX_FAULTS = faults
  await site.kill()
  await site.start()
}

/** All points repeatedly, or `count` of them, evenly spread. */
function inOrder(points: Array<Point>, count: number): Array<Point> {
  const step = Math.max(1, points.length / count)
  return Array.from({ length: count }, (_, turn) => points[Math.floor(turn * step) % points.length]).filter(
    (point) => point !== undefined,
  )
}

async function killAt(
  testServer: TestServer,
  { story, point }: Point,
): Promise<{ wasReached: boolean; problems: Array<string> }> {
  const { site, cast, pointFile } = testServer
  await setWebhooks(testServer, story)
  await writeFile(pointFile, point)
  const isOver = { yet: false }
  const restarted = restartOnceKilled(testServer, isOver)
  const problems = await story
    .play(cast)
    .catch((error: unknown) => [`did not come to its end: ${error instanceof Error ? error.message : error}`])
  isOver.yet = true
  const exitCode = await restarted
  await rm(pointFile, { force: true })
  if (typeof exitCode === 'number') problems.push(`the server ended by itself with ${exitCode}`)
  const broken = await promisesBroken(site, async () => {
    await site.kill()
    await forgetHeartbeats(site)
    await site.start()
  })
  if (broken !== '0') problems.push(broken)
  return { wasReached: exitCode === null, problems }
}

/**
 * Returns null when the server was killed, its exit code when it ended otherwise, undefined when it ran to the end of
 * the story.
 */
async function restartOnceKilled(
  { site, pointFile }: TestServer,
  isOver: { yet: boolean },
): Promise<number | null | undefined> {
  while (site.isRunning()) {
    if (isOver.yet) return undefined
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
