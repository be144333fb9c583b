import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createConnection, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { getUser } from '../contract/accounts.ts'
import { listContent } from '../contract/content.ts'
import { getReadiness } from '../contract/instance.ts'
import { emptyDatabase } from './support/backup-fixture.ts'
import { createClient } from './support/http-client.ts'
import { freePort } from './support/server-process.ts'

const awayMs = 8_000
const clients = 8

/** A TCP port in front of the test server's PostgreSQL, which can be closed like that of a stopped server. */
async function databaseBehindPort() {
  const { host, port } = inject('template')
  const { database } = await emptyDatabase()
  const sockets = new Set<Socket>()
  const proxy = createServer((socket) => {
    const upstream = createConnection(`${host}/.s.PGSQL.${port}`)
    for (const one of [socket, upstream]) {
      sockets.add(one)
      one.on('error', () => undefined).on('close', () => sockets.delete(one))
    }
    socket.pipe(upstream).pipe(socket)
    socket.on('close', () => upstream.destroy())
  })
  const listenPort = await freePort()
  const open = () => once(proxy.listen(listenPort, '127.0.0.1'), 'listening')
  const close = () => {
    proxy.close()
    for (const socket of sockets) socket.destroy()
  }
  await open()
  onTestFinished(close)
  return { url: `postgres://${database}@127.0.0.1:${listenPort}/${database}`, open, close }
}

async function startServer(databaseUrl: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'tipdrop-log-storm-'))
  const port = await freePort()
  const child = spawn(process.execPath, ['dist/server.js'], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: Array<string> = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => output.push(String(text)))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await rm(dataDir, { recursive: true, force: true })
  })
  const client = createClient(`http://127.0.0.1:${port}`)
  const get = (path: string) =>
    client.send('GET', path).then(
      ({ status }) => status,
      () => 0,
    )
  const waitUntilReady = (timeout: number) =>
    vi.waitFor(async () => expect(await get(getReadiness.path)).toBe(200), { timeout })
  await waitUntilReady(30_000)
  await client.signIn({ dataDir }, 'mara@example.com')
  return { get, waitUntilReady, lines: () => output.join('').split('\n').slice(0, -1) }
}

test('while the database is away under load, a process logs a few lines a second at most, all JSON', {
  tags: ['long'],
  timeout: 120_000,
}, async () => {
  const database = await databaseBehindPort()
  const server = await startServer(database.url)
  let isStopped = false
  let refused = 0
  const load = Array.from({ length: clients }, async () => {
    while (!isStopped) {
      for (const path of [listContent.path, getUser.path, '/p/1', '/'])
        if ((await server.get(path)) === 503) refused += 1
      await sleep(10)
    }
  })

  database.close()
  const before = server.lines().length
  await sleep(awayMs)
  const lines = server.lines().slice(before)
  await database.open()
  await server.waitUntilReady(10_000)
  isStopped = true
  await Promise.all(load)

  expect(refused).toBeGreaterThan(50)
  expect(lines.length).toBeLessThan((awayMs / 1_000) * 5)
  expect(lines.filter((line) => !line.startsWith('{"level"'))).toEqual([])
})
