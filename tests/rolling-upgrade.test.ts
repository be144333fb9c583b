import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { getReadiness } from '../contract/instance.ts'
import { createClient } from './support/http-client.ts'
import { buildReleasedVersion } from './support/released-version.ts'
import { freePort } from './support/server-process.ts'

const ourServer = 'dist/server.js'
const buyerCount = 4
const itemCount = 4

/** A database and a data folder, which processes of both versions share. */
async function newInstance() {
  const template = inject('template')
  const name = `test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ ...template, database: 'postgres' })
  await client.connect()
  await client.query(`create database ${name}`).finally(() => client.end())
  const database = new pg.Pool({ ...template, database: name })
  const dataDir = await mkdtemp(join(tmpdir(), 'tipdrop-upgrade-'))
  const running = new Set<ChildProcess>()
  onTestFinished(async () => {
    for (const child of running) child.kill('SIGKILL')
    await database.end()
    await rm(dataDir, { recursive: true, force: true })
  })

  async function start(server: string, settings: Record<string, string>) {
    const port = await freePort()
    const env = {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      TRUST_PROXY: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: `postgres://${template.user}@localhost:${template.port}/${name}?host=${encodeURIComponent(template.host)}`,
      ...settings,
    }
    const child = spawn(process.execPath, [server], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    running.add(child)
    const output: Array<string> = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => output.push(String(text)))
    const ended = new Promise<number | null>((done) => child.once('exit', done))
    void ended.then(() => running.delete(child))
    return { url: `http://localhost:${port}`, child, ended, outputText: () => output.join('') }
  }

  return {
    database,
    dataDir,
    async migrate(server: string) {
      const startedAt = performance.now()
      const { ended, outputText } = await start(server, { MIGRATE: 'only' })
      return { code: await ended, output: outputText(), tookMs: Math.round(performance.now() - startedAt) }
    },
    async serve(server: string, role: 'web' | 'worker') {
      const process = await start(server, { ROLE: role, MIGRATE: 'check' })
      const ready = async () => (await fetch(`${process.url}${getReadiness.path}`)).status
      await vi
        .waitFor(async () => expect(await ready()).toBe(200), { timeout: 60_000 })
        .catch(() => Promise.reject(new Error(`Not ready: ${process.outputText()}`)))
      const stop = async () => {
        process.child.kill('SIGTERM')
        await process.ended
      }
      return { ...process, stop }
    },
  }
}

/** People who buy one thing after the other, until stopped. */
function startBuyers(site: () => string, contentIds: Array<number>) {
  const paid: Array<string> = []
  const failures: Array<string> = []
  const slowestMs = { value: 0 }
  let isOver = false
  const buyers = Array.from({ length: buyerCount }, async (_, buyer) => {
    for (let turn = 0; !isOver; turn++) {
      const address = `10.${buyer}.${turn >> 8}.${turn & 255}`
      const fan = createClient(site, { 'x-forwarded-for': address })
      const startedAt = performance.now()
      try {
        const contentId = contentIds[(buyer + turn) % contentIds.length] ?? 0
        const checkout = await fan.startCheckout(contentId, `fan${buyer}-${turn}@example.com`)
        await fan.pay(checkout)
        paid.push(checkout.paymentIntentId)
        await fan.completeCheckout(checkout)
        await fan.verifyPurchase(checkout, contentId)
      } catch (error) {
        failures.push(String(error))
        await sleep(50)
      }
      slowestMs.value = Math.max(slowestMs.value, performance.now() - startedAt)
    }
  })
  const waitForMore = async (count: number) => {
    const before = paid.length
    await vi.waitFor(() => expect(paid.length).toBeGreaterThan(before + count), { timeout: 120_000 })
  }
  return {
    paid,
    failures,
    slowestMs,
    waitForMore,
    async stop() {
      isOver = true
      await Promise.all(buyers)
    },
  }
}

test('version 1.0 is replaced process by process while four people buy, and no sale is lost', {
  tags: ['long'],
  timeout: 600_000,
  retry: 0,
}, async ({ skip }) => {
  const released = buildReleasedVersion()
  if (!released) return skip('This clone does not have the commit of version 1.0.')
  onTestFinished(released.remove)
  const instance = await newInstance()
  expect((await instance.migrate(released.server)).code).toBe(0)
  const oldWeb = await instance.serve(released.server, 'web')
  const oldWorker = await instance.serve(released.server, 'worker')
  let url = oldWeb.url
  const creator = createClient(() => url)
  await creator.signIn(instance, 'mara@example.com')
  const contentIds: Array<number> = []
  while (contentIds.length < itemCount) contentIds.push(await creator.publish(Buffer.from('loops')))
  const buyers = startBuyers(() => url, contentIds)
  await buyers.waitForMore(20)

  const migration = await instance.migrate(ourServer)
  await buyers.waitForMore(20)
  const afterMigration = buyers.failures.length
  const worker = await instance.serve(ourServer, 'worker')
  await oldWorker.stop()
  await buyers.waitForMore(20)
  const web = await instance.serve(ourServer, 'web')
  url = web.url
  // As a proxy does: nothing more is sent to the process that stops, and what it has is answered.
  await sleep(1_000)
  await oldWeb.stop()
  await buyers.waitForMore(20)
  await buyers.stop()

  const { paid, failures, slowestMs } = buyers
  console.log({
    migration: { ...migration, output: undefined },
    paid: paid.length,
    afterMigration,
    failures,
    slowestMs,
  })
  expect(migration.code, migration.output).toBe(0)
  expect(failures).toEqual([])
  const delivered = async () => {
    const { rows } = await instance.database.query(
      'select count(*)::int as count from purchases join checkouts on checkouts.id = checkout_id where provider_payment_id = any($1)',
      [paid],
    )
    return rows[0].count
  }
  await expect.poll(delivered, { timeout: 60_000 }).toBe(paid.length)
  await Promise.all([web.stop(), worker.stop()])
})
