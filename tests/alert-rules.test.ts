import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { processPayouts } from '../contract/admin-payouts.ts'
import { setPayoutMethod } from '../contract/payouts.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const file = join(import.meta.dirname, '../deploy/monitoring/alerts.yml')
const Rules = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
})
const rules = Rules.parse(parse(readFileSync(file, 'utf8'))).groups.flatMap((group) => group.rules)

const token = 'a token of the scraper'

/** Makes each rule true on a healthy instance. A rule without an entry here fails the test below. */
const faults: Record<string, (w: TestApp) => Promise<unknown>> = {
  DeliveryLate: async (w) => {
    await sellItem(w)
    await w.db.execute(sql`update purchases set delivery_verified_at = null`)
    w.clock.advance(121_000)
  },
  SettlementLate: async (w) => {
    const item = await publishItem(w)
    await w.visitor().pays(item.id)
    w.clock.advance(3_600_000)
  },
  LedgerUnbalanced: async (w) => {
    await sellItem(w)
    await w.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(sql`update ledger_entries set amount = amount + 1 where account = 'platform_revenue'`)
    })
  },
  PeriodicTasksStopped: async (w) => {
    await w.runPeriodicTasks()
    w.clock.advance(121_000)
  },
  WebhooksLate: async (w) => {
    await w.db.execute(sql`insert into webhook_events (provider, event_id, object_type, object_id, received_at)
      values ('sandbox', 'evt_1', 'payment', 'pi_1', ${w.clock.now()}::timestamptz)`)
    w.clock.advance(301_000)
  },
  EmailsLate: async (w) => {
    await sellItem(w)
    w.clock.advance(301_000)
  },
  QueueLate: async (w) => {
    await w.db.transaction((tx) =>
      w.ports.queue.enqueue(tx, { name: 'settle-purchase', data: { paymentId: 'pi_1' } }),
    )
    await w.db.execute(sql`update pgboss.job set start_after = now() - interval '10 minutes'`)
  },
  PayoutOverdue: async (w) => {
    const creator = await w.creator()
    await creator.call(setPayoutMethod, {
      body: { payoutMethod: 'paypal', payoutEmail: 'mara@example.com' },
    })
    const item = await creator.publishText({ price: '50.00' })
    await w.visitor().purchase(item.id)
    const admin = await w.creator('admin@example.com')
    await admin.call(processPayouts, { body: { month: 3, year: 2026 } })
    await w.runPayoutJobs()
    w.clock.advance(260_000_000)
  },
  AlertOpen: async (w) => {
    await w.db.execute(sql`insert into alerts (kind, target, message, created_at)
      values ('storage-low', 'store', 'The disk is almost full.', ${w.clock.now()}::timestamptz)`)
  },
  BackupOverdue: async (w) => {
    const at = sql`${w.clock.now()}::timestamptz`
    await w.db.execute(sql`insert into backups
      (state, destination, is_encrypted, started_at, heartbeat_at, snapshot_at, finished_at)
      values ('succeeded', '/backups/one.tar', false, ${at}, ${at}, ${at}, ${at})`)
    w.clock.advance(90_001_000)
  },
  DatabaseConnectionsExhausted: async (w) => {
    for (let query = 0; query < 20; query++)
      void w.ports.pool.query('select pg_sleep(0.5)').catch(() => undefined)
    await sleep(10)
  },
  EventLoopBlocked: async () => {
    await sleep(50)
    const end = performance.now() + 1_500
    while (performance.now() < end) Math.random()
    await sleep(50)
  },
}

async function publishItem(w: TestApp) {
  return (await w.creator()).publishText()
}

async function sellItem(w: TestApp) {
  const item = await publishItem(w)
  await w.visitor().purchase(item.id)
}

test.for(rules.filter(({ expr }) => !expr.startsWith('up{')))(
  '$alert fires',
  { tags: ['long'] },
  async ({ alert, expr }) => {
    const w = await createTestApp({ env: { METRICS_TOKEN: token } })
    const fault = faults[alert]
    if (!fault) throw new Error(`Nothing in this test makes ${alert} fire`)
    expect(isFiring(expr, await scrape(w)), 'before the fault').toBe(false)

    await fault(w)

    expect(isFiring(expr, await scrape(w)), 'after the fault').toBe(true)
  },
)

async function scrape(w: TestApp): Promise<string> {
  const answer = await w.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })
  expect(answer.statusCode).toBe(200)
  return answer.body
}

/** Evaluates `metric{label="value"} > number`, which is all that the rules use. */
function isFiring(expr: string, metrics: string): boolean {
  const [, name = '', labels = '', operator = '', threshold = ''] =
    /^(\w+)(?:\{(.+)\})? (>|==) ([\d.]+)$/.exec(expr) ?? []
  expect(name, `${expr} has another form`).not.toBe('')
  const samples = metrics
    .split('\n')
    .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
    .filter((line) => line.includes(labels))
    .map((line) => Number(line.slice(line.lastIndexOf(' ') + 1)))
  return samples.some((value) => (operator === '>' ? value > Number(threshold) : value === Number(threshold)))
}
