import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, vi } from 'vitest'
import { getReadiness } from '../../contract/instance.ts'
import { freePort } from './server-process.ts'

/** Starts processes of one instance, which share an empty database and a data folder. */
export async function newInstance() {
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
      const port = Number(settings.PORT ?? (await freePort()))
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
        vi.waitFor(async () => expect(await status(getReadiness.path)).toBe(200), { timeout: 120_000 })
      return {
        url,
        port,
        kill: (signal: NodeJS.Signals) => child.kill(signal),
        ended,
        outputText: () => output.join(''),
        status,
        waitUntilReady,
      }
    },
  }
}
