/**
 * Starts of the embedded database, with which every run of the tests begins.
 *
 * @module-tag long
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { appendFile, chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Postgres, startPostgres } from './start.ts'

const holder = join(import.meta.dirname, '../../../tests/support/run-postgres.ts')

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

type Holder = ChildProcessByStdio<null, Readable, Readable>

let dataDir: string
let cleanups: Array<() => Promise<unknown>>

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-postgres-test-'))
  cleanups = [() => rm(folder, { recursive: true, force: true })]
  dataDir = folder
})

afterEach(async () => {
  for (const step of cleanups.reverse()) await step()
})

test('a first start creates the database, and the next one finds what was written', async () => {
  const first = await start()
  await query(first.connection, 'create table note (words text)')
  await query(first.connection, "insert into note values ('kept')")
  await first.stop()

  const second = await start()

  expect(await query(second.connection, 'select words from note')).toEqual([{ words: 'kept' }])
  expect(existsSync(first.connection.host)).toBe(false)
})

test('the launch is reported before the database accepts connections', async () => {
  const order: Array<string> = []
  const running = await startPostgres({ dataDir, log, onLaunch: () => order.push('launched') })
  cleanups.push(() => running.stop())
  order.push('started')
  await running.stop()
  const again = await startPostgres({ dataDir, log, onLaunch: () => order.push('launched again') })
  cleanups.push(() => again.stop())

  // The first start launches initdb, then the server.
  expect(order).toEqual(['launched', 'launched', 'started', 'launched again'])
})

test('a confirmed commit is on disk', async () => {
  const { connection } = await start()

  expect(await query(connection, 'show fsync')).toEqual([{ fsync: 'on' }])
  expect(await query(connection, 'show synchronous_commit')).toEqual([{ synchronous_commit: 'on' }])
  expect(await query(connection, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
})

const canSetBatchScheduling = existsSync('/proc/self/stat') && existsSync('/usr/bin/chrt')

test.runIf(canSetBatchScheduling)(
  'the database has batch scheduling, which its connections inherit',
  async () => {
    await start()

    const fields = (await readFile(`/proc/${await postmaster()}/stat`, 'utf8'))
      .replace(/^.*\) /, '')
      .split(' ')

    // The 41st field of proc_pid_stat(5), and the number of SCHED_BATCH in sched(7).
    expect(fields[41 - 3]).toBe('3')
  },
)

test('a data folder below a folder that only our user can enter works', { tags: ['long'] }, async () => {
  await chmod(dataDir, 0o700)
  dataDir = join(dataDir, 'below', 'that')

  const { connection } = await start()

  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a created data folder is closed to other users of the machine', async () => {
  dataDir = join(dataDir, 'new')

  await start()

  // When started by root, the database runs as another user, who must enter the folder.
  const expected = process.getuid?.() === 0 ? 0o711 : 0o700
  expect((await stat(dataDir)).mode & 0o777).toBe(expected)
})

test('a second process with the same data is refused with a message, and the first continues', {
  tags: ['long'],
}, async () => {
  const first = await start()

  const second = spawnHolder()
  const complaint = await text(second.stderr)

  expect(complaint).toContain('Another Tipdrop process is using the data in')
  expect(complaint).toContain('DATA_DIR')
  expect(await query(first.connection, 'select 1 as one')).toEqual([{ one: 1 }])
})

test.runIf(process.platform === 'linux')(
  'a new folder in place of a deleted one is refused while a process runs with the deleted one',
  { tags: ['long'] },
  async () => {
    const child = spawnHolder()
    await connectionOf(child)
    await rm(dataDir, { recursive: true })
    await mkdir(dataDir)

    const refusal = `The data that was in ${dataDir} is deleted, and a Tipdrop process (pid ${child.pid}) still runs`
    await expect(start()).rejects.toThrow(refusal)
    await expect(start()).rejects.toThrow(refusal)
    child.kill('SIGKILL')
    await once(child, 'close')

    await start()
  },
)

test('the database ends with its killed process and keeps what it confirmed', {
  tags: ['long'],
}, async () => {
  const process = spawnHolder()
  const connection = await connectionOf(process)
  const server = await postmaster()
  await query(connection, 'create table note (words text)')
  await query(connection, "insert into note values ('kept')")

  process.kill('SIGKILL')

  await vi.waitFor(() => expect(isRunning(server)).toBe(false), { timeout: 20_000 })
  const again = await start()
  expect(await query(again.connection, 'select words from note')).toEqual([{ words: 'kept' }])
  await vi.waitFor(() => expect(existsSync(connection.host ?? '')).toBe(false), { timeout: 20_000 })
})

test('a start right after a kill waits for the database of the killed process', {
  tags: ['long'],
}, async () => {
  const process = spawnHolder()
  await connectionOf(process)

  process.kill('SIGKILL')

  const again = await start()
  expect(await query(again.connection, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a stale pid file does not prevent a start, even when another program has its pid', {
  tags: ['long'],
}, async () => {
  const first = await start()
  await first.stop()
  await writeFile(join(dataDir, 'postgres/postmaster.pid'), `${process.pid}\n${dataDir}/postgres\n`)

  const second = await start()

  expect(await query(second.connection, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a killed database restarts at the same address with what it confirmed', {
  tags: ['long'],
}, async () => {
  const { connection } = await start()
  await query(connection, 'create table note (words text)')
  await query(connection, "insert into note values ('kept')")

  process.kill(await postmaster(), 'SIGKILL')

  await vi.waitFor(
    async () => expect(await query(connection, 'select words from note')).toEqual([{ words: 'kept' }]),
    { timeout: 20_000, interval: 100 },
  )
})

test('a reload of the settings logs no error, also in a folder of an earlier version', async () => {
  const first = await start()
  await first.stop()
  const file = join(dataDir, 'postgres/postgresql.conf')
  await appendFile(file, '\nshared_buffers = 128MB\nmax_connections = 7 # as it was\nwork_mem = 5MB\n')
  const lines: Array<string> = []

  const { connection } = await start(({ line }) => lines.push(line))
  await query(connection, 'select pg_reload_conf()')
  await vi.waitFor(() => expect(lines.join('\n')).toContain('received SIGHUP'))

  expect(await query(connection, 'select name, error from pg_file_settings where error is not null')).toEqual(
    [],
  )
  expect(await query(connection, 'show work_mem')).toEqual([{ work_mem: '5MB' }])
  await query(connection, 'select 1')
  expect(lines.filter((line) => /error|cannot be changed/.test(line))).toEqual([])
})

async function start(onLine?: (fields: { line: string }) => void): Promise<Postgres> {
  const info = (fields: object) => onLine?.(fields as { line: string })
  const running = await startPostgres({ dataDir, log: { ...log, info } })
  cleanups.push(() => running.stop())
  return running
}

/** Another process that runs the database until it is killed. */
function spawnHolder(): Holder {
  const child = spawn(process.execPath, [holder, dataDir], { stdio: ['ignore', 'pipe', 'pipe'] })
  cleanups.push(async () => {
    child.kill('SIGKILL')
    while (child.exitCode === null && child.signalCode === null) await sleep(10)
  })
  return child
}

async function connectionOf(child: Holder): Promise<pg.PoolConfig> {
  for await (const line of child.stdout) return JSON.parse(String(line))
  throw new Error('The process did not start the database')
}

async function postmaster(): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function query(connection: pg.PoolConfig, sql: string): Promise<Array<unknown>> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  const result = await client.query(sql).finally(() => client.end())
  return result.rows
}
