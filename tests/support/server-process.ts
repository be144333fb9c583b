import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const builtServer = process.env.BENCH_SERVER ?? join(import.meta.dirname, '../../dist/server.js')
/** The servers' log file, to see why a run failed; no log when unset. */
const logFile = process.env.BENCH_LOG
/** A start that takes longer counts as failed. */
const startTimeoutMs = 60_000

export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>

type Settings = Record<string, string>

/**
 * The built server with its own data folder, to be started, killed and restarted; `remove` deletes everything.
 * `settings` can depend on the number of the start, counted from 1. `server` is another bundle of the same server.
 */
export async function startServerProcess(
  settings: Settings | ((start: number) => Settings) = {},
  { server = builtServer, dataDir: givenDir }: { server?: string; dataDir?: string } = {},
) {
  if (!existsSync(server)) throw new Error('There is no dist/server.js: run "npm run build" first.')
  const dataDir = givenDir ?? (await mkdtemp(join(tmpdir(), 'tipdrop-bench-')))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let starts = 0

  /** Resolves with the milliseconds until `path` answers 200. */
  async function start(path = '/health'): Promise<number> {
    const startedAt = performance.now()
    const { PATH } = process.env
    const instanceEnv = { PORT: String(port), DATA_DIR: dataDir }
    // The same settings as in scripts/start.mjs.
    const memoryOptions = ['--max-semi-space-size=4', '--max-old-space-size=512']
    const defaults = {
      PATH,
      NODE_ENV: 'production',
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '65536',
      LOG_LEVEL: 'silent',
      ...instanceEnv,
    }
    starts += 1
    const settingsOfStart = typeof settings === 'function' ? settings(starts) : settings
    const env = { ...defaults, ...settingsOfStart, ...(logFile && { LOG_LEVEL: 'warn' }) }
    const log = logFile ? openSync(logFile, 'a') : undefined
    const started = spawn(process.execPath, [...memoryOptions, server], {
      env,
      stdio: ['ignore', log ?? 'ignore', 'pipe'],
    })
    if (log !== undefined) closeSync(log)
    child = started
    const outputLines: Array<string> = []
    started.stderr?.on('data', (text) => outputLines.push(String(text)))
    await waitForOk(`${url}${path}`, () => started.exitCode !== null || started.signalCode !== null).catch(
      () => {
        throw new Error(`The server did not start:\n${outputLines.join('')}`)
      },
    )
    return performance.now() - startedAt
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const running = child
    if (!running || running.exitCode !== null || running.signalCode !== null) return
    const ended = new Promise((done) => running.once('exit', done))
    running.kill(signal)
    await ended
  }

  return {
    url,
    dataDir,
    start,
    stop: () => end('SIGTERM'),
    /** Like the kernel's OOM killer: without a graceful stop. The database ends with it. */
    kill: () => end('SIGKILL'),
    pid: () => child?.pid ?? 0,
    /** False once the process has ended for any reason. */
    isRunning: () => child !== undefined && child.exitCode === null && child.signalCode === null,
    /** Resolves with the exit code when the current process has ended; null when a signal ended it. */
    exited(): Promise<number | null> {
      const running = child
      if (!running || running.exitCode !== null || running.signalCode !== null)
        return Promise.resolve(running?.exitCode ?? null)
      return new Promise((done) => running.once('exit', done))
    },
    /** Queries the server's database directly. */
    async query<Row extends object>(text: string): Promise<Array<Row>> {
      const client = new pg.Client(await findPostgresConnection(dataDir))
      client.on('error', () => undefined)
      await client.connect()
      const { rows } = await client.query<Row>(text).finally(() => client.end())
      return rows
    },
    /** Milliseconds of each of `times` runs of a statement over one connection. */
    async timed(text: string, times: number): Promise<Array<number>> {
      const client = new pg.Client(await findPostgresConnection(dataDir))
      await client.connect()
      const samples: Array<number> = []
      for (let i = 0; i < times; i++) {
        const startedAt = performance.now()
        await client.query(text)
        samples.push(performance.now() - startedAt)
      }
      await client.end()
      return samples
    },
    async remove() {
      await end('SIGKILL')
      await waitForPostgresExit(dataDir)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Reads PostgreSQL's socket folder from the fifth line of its pid file. */
async function findPostgresConnection(dataDir: string): Promise<pg.ClientConfig> {
  const lines = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  return { host: lines[4] ?? '', port: 5432, user: 'tipdrop', database: 'tipdrop' }
}

async function waitForPostgresExit(dataDir: string): Promise<void> {
  for (let i = 0; i < 200 && existsSync(join(dataDir, 'postgres/postmaster.pid')); i++) await sleep(50)
}

export async function waitForOk(url: string, hasEnded: () => boolean): Promise<void> {
  const deadline = performance.now() + startTimeoutMs
  while (performance.now() < deadline && !hasEnded()) {
    const answer = await fetch(url).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.ok) return
    await sleep(5)
  }
  throw new Error(`No response from ${url}`)
}

export function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = address !== null && typeof address === 'object' ? address.port : 0
      probe.close(() => done(port))
    })
  })
}
