import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { requestSignInCode } from '../contract/accounts.ts'
import { getInstance, getLiveness, getReadiness } from '../contract/instance.ts'
import { freePort } from './support/server-process.ts'

/** Starts processes of one instance, which share an empty database and a data folder. */
async function newInstance() {
  const template = inject('template')
  const name = `test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ ...template, database: 'postgres' })
  await client.connect()
  await client.query(`create database ${name}`).finally(() => client.end())
  const dataDir = await mkdtemp(join(tmpdir(), 'tipdrop-roles-'))
  const running: Array<{ child: ChildProcess; ended: Promise<unknown> }> = []
  onTestFinished(async () => {
    for (const { child } of running) child.kill('SIGTERM')
    await Promise.all(running.map(({ ended }) => ended))
    await rm(dataDir, { recursive: true, force: true })
  })

  return {
    dataDir,
    async start(settings: Record<string, string>) {
      const port = await freePort()
      const child = spawn(process.execPath, ['dist/server.js'], {
        env: {
          PATH: process.env.PATH,
          NODE_ENV: 'production',
          LOG_LEVEL: 'silent',
          PORT: String(port),
          DATA_DIR: dataDir,
          DATABASE_URL: `postgres://${template.user}@localhost:${template.port}/${name}?host=${encodeURIComponent(template.host)}`,
          ...settings,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const output: Array<string> = []
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text) => output.push(String(text)))
      const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)))
      running.push({ child, ended })
      const url = `http://localhost:${port}`
      const status = async (path: string) => (await fetch(`${url}${path}`).catch(() => undefined))?.status
      const waitUntilReady = () =>
        vi.waitFor(async () => expect(await status(getReadiness.path)).toBe(200), { timeout: 30_000 })
      return { url, ended, outputText: () => output.join(''), status, waitUntilReady }
    },
  }
}

test('a migration job, a web process and a worker run one instance', {
  tags: ['long'],
  timeout: 120_000,
}, async () => {
  const instance = await newInstance()

  const early = await instance.start({ ROLE: 'web', MIGRATE: 'check' })
  expect(await early.ended).toBe(78)
  expect(early.outputText()).toContain('The database lacks the migrations 0000_schema')

  const migration = await instance.start({ MIGRATE: 'only' })
  expect(await migration.ended).toBe(0)

  const web = await instance.start({ ROLE: 'web', MIGRATE: 'check' })
  await web.waitUntilReady()
  expect(await web.status(getInstance.path)).toBe(200)
  const request = await fetch(`${web.url}${requestSignInCode.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: web.url },
    body: JSON.stringify({ email: 'mara@example.com' }),
  })
  expect(request.status).toBe(200)

  const worker = await instance.start({ ROLE: 'worker', MIGRATE: 'check' })
  await worker.waitUntilReady()
  expect(await worker.status(getLiveness.path)).toBe(200)
  expect(await worker.status('/')).toBe(404)
  const mailFolder = join(instance.dataDir, 'mail')
  await vi.waitFor(
    () => expect(existsSync(mailFolder) && readdirSync(mailFolder).length).toBeGreaterThan(0),
    {
      timeout: 30_000,
    },
  )
})
