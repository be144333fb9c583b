import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../../server/adapters/postgres/start.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { bundleFaultyServer } from './bundle.ts'
import type { FaultRun } from './fault-run.ts'
import { promisesBroken } from './promises.ts'
import { castOf, type Story, stories } from './stories.ts'

export type PointsFound = {
  /** Points that the stories pass, and how many of them a kill reached. */
  points: number
  kills: number
  /** Stories whose armed point was not passed this time, because a job and a page may finish the same work. */
  missed: number
  /** Each with the point after which it was found. */
  problems: Array<string>
}

type Point = { story: Story; point: string }

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

export const namedPoints: FaultRun = {
  what: 'kill -9 at named points: before and after each statement, answer, file name, mail, provider call, transfer',
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

/** `only` names one story. Kills the server so many times, at every point in turn or at as many of them, evenly spread. Checks all promises after each. */
export async function killAtPoints(
  { kills, only }: { kills: number; only?: string },
  log: (line: string) => void,
): Promise<PointsFound> {
  const lab = await openLab()
  const found: PointsFound = { points: 0, kills: 0, missed: 0, problems: [] }
  try {
    const told = stories.filter(({ name }) => !only || name === only)
    const points = await tracePoints(lab, told)
    found.points = points.length
    for (const { name } of told)
      log(`${name}: ${points.filter(({ story }) => story.name === name).length} points`)

    for (const [turn, one] of inTurn(points, kills).entries()) {
      const { wasReached, problems } = await killAt(lab, one)
      if (wasReached) found.kills += 1
      else found.missed += 1
      for (const problem of problems) log(`${one.story.name}, ${one.point}: ${problem}`)
      found.problems.push(...problems.map((problem) => `${one.point}: ${problem}`))
      if ((turn + 1) % 25 === 0) log(`${found.kills} kills, ${found.problems.length} problems`)
    }
    return found
  } finally {
    await lab.close()
  }
}

/** The server on a database that outlives it, so that a restart takes no longer than the server's own. */
async function openLab() {
  const settings: Record<string, string> = { ADMIN_EMAIL: 'admin@example.com' }
  const site = await startServerProcess(() => settings, { server: await bundleFaultyServer() })
  const postgres = await startPostgres({ dataDir: site.dataDir, log: quiet })
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
    const cast = await castOf(site, randomBytes(64 * 1024))
    return { site, cast, settings, pointFile, traceFile, close }
  } catch (error) {
    await close()
    throw error
  }
}

type Lab = Awaited<ReturnType<typeof openLab>>

/** What each story passes when nothing goes wrong. The first time is for what happens only once. */
async function tracePoints(lab: Lab, told: Array<Story>): Promise<Array<Point>> {
  const { cast, settings, traceFile } = lab
  settings.FAULT_TRACE = traceFile
  const points: Array<Point> = []
  for (const story of told) {
    await setWebhooks(lab, story)
    await story.play(cast)
    await rm(traceFile, { force: true })
    await story.play(cast)
    const passed = (await readFile(traceFile, 'utf8')).trim().split('\n')
    for (const point of new Set(passed)) points.push({ story, point })
  }
  delete settings.FAULT_TRACE
  return points
}

/** Restarts the server where it must have other settings for this story. */
async function setWebhooks({ site, settings }: Lab, { hasWebhooks }: Story): Promise<void> {
  const knobs = hasWebhooks ? 'drop=0' : 'drop=1'
  if (settings.SANDBOX_FAULTS === knobs) return
  settings.SANDBOX_FAULTS = knobs
  await site.kill()
  await site.start()
}

/** All of them again and again, or some of them, evenly spread. */
function inTurn(points: Array<Point>, count: number): Array<Point> {
  const step = Math.max(1, points.length / count)
  return Array.from({ length: count }, (_, turn) => points[Math.floor(turn * step) % points.length]).filter(
    (point) => point !== undefined,
  )
}

async function killAt(
  lab: Lab,
  { story, point }: Point,
): Promise<{ wasReached: boolean; problems: Array<string> }> {
  const { site, cast, pointFile } = lab
  await setWebhooks(lab, story)
  await writeFile(pointFile, point)
  const isOver = { yet: false }
  const restarted = restartOnceKilled(lab, isOver)
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

/** Answers null when the server was killed, a number when it ended otherwise, undefined when it ran to the end of the story. */
async function restartOnceKilled(
  { site, pointFile }: Lab,
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

/** The jobs of the server that was killed are free now, and not only after the ten seconds that a heartbeat is waited for. */
async function forgetHeartbeats(site: ServerProcess): Promise<void> {
  await site.query(
    `update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`,
  )
}
