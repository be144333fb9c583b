import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { z } from 'zod'
import { processPayouts } from '../contract/admin-payouts.ts'
import { setPayoutMethod } from '../contract/payouts.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const file = join(import.meta.dirname, '../deploy/monitoring/alerts.yml')
const Texts = z.record(z.string(), z.string())
const Rule = z.object({ alert: z.string(), expr: z.string(), labels: Texts, annotations: Texts })
type Rule = z.infer<typeof Rule>
const Rules = z.object({ groups: z.array(z.object({ rules: z.array(Rule) })) })
const rules = Rules.parse(parse(readFileSync(file, 'utf8'))).groups.flatMap((group) => group.rules)

const token = 'a token of the scraper'
const hasPromtool = spawnSync('promtool', ['--version']).error === undefined

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
  ReplicaBehind: async (w) => {
    const lagging = { place: '/replica', lagSeconds: 61, shouldWait: false, isWaiting: false }
    const status = { ...lagging, baseAt: null, filesPending: 0, problem: null, isStarting: false }
    w.ports.replica = { status: () => status }
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
  async (rule) => {
    const { alert, expr } = rule
    const w = await createTestApp({ env: { METRICS_TOKEN: token } })
    const fault = faults[alert]
    if (!fault) throw new Error(`Nothing in this test makes ${alert} fire`)
    expect(isFiring(expr, await scrape(w)), 'before the fault').toBe(false)

    await fault(w)

    const metrics = await scrape(w)
    expect(isFiring(expr, metrics), 'after the fault').toBe(true)
    if (hasPromtool) expectFiringOnce(rule, metrics)
  },
)

test.skipIf(!hasPromtool)('Prometheus accepts the rules', () => {
  const { status, stdout } = spawnSync('promtool', ['check', 'rules', file], { encoding: 'utf8' })

  expect(stdout).toContain(`SUCCESS: ${rules.length} rules found`)
  expect(status).toBe(0)
})

test.skipIf(!hasPromtool)('InstanceDown fires for the process that is down, and for no other', () => {
  const rule = rules.find(({ alert }) => alert === 'InstanceDown')
  if (!rule) throw new Error('No rule InstanceDown')
  const series = { 'up{job="tipdrop",instance="one"}': 0, 'up{job="tipdrop",instance="two"}': 1 }

  testRule(rule, series, [{ job: 'tipdrop', instance: 'one' }])
})

async function scrape(w: TestApp): Promise<string> {
  const answer = await w.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })
  expect(answer.statusCode).toBe(200)
  return answer.body
}

/**
 * Prometheus itself, with two processes that are scraped alike: a rule about the database fires once for each of its
 * labels, one about a process for both.
 */
function expectFiringOnce(rule: Rule, metrics: string): void {
  const { threshold, isOfAllProcesses, samples } = readRule(rule.expr, metrics)
  const instances = ['one', 'two']
  const series = samples.flatMap(({ series: name, labels, value }) =>
    instances.map((instance) => [
      `${name.split('{')[0]}{${[labels, `instance="${instance}"`].filter(Boolean).join(',')}}`,
      value,
    ]),
  )
  const fired = samples
    .filter(({ value }) => value > threshold)
    .map(({ labels }) =>
      Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value])),
    )
  const expected = isOfAllProcesses
    ? fired
    : fired.flatMap((labels) => instances.map((instance) => ({ ...labels, instance })))
  testRule(rule, Object.fromEntries(series), expected)
}

/** Fails unless Prometheus fires the rule with exactly these labels while the series have had their values for an hour. */
function testRule(rule: Rule, series: Record<string, number>, fired: Array<Record<string, string>>): void {
  const folder = mkdtempSync(join(tmpdir(), 'tipdrop-rules-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const expected = fired.map((labels) => ({
    exp_labels: { ...labels, ...rule.labels },
    exp_annotations: mapValues(rule.annotations, (text) =>
      text.replace(
        /\{\{ \$labels\.(\w+) \}\}/g,
        (_, name: string) => new Map(Object.entries(labels)).get(name) ?? '',
      ),
    ),
  }))
  const ruleTest = {
    rule_files: [file],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: Object.entries(series).map(([name, value]) => ({
          series: name,
          values: `${value}x60`,
        })),
        alert_rule_test: [{ eval_time: '60m', alertname: rule.alert, exp_alerts: expected }],
      },
    ],
  }
  const testFile = join(folder, 'test.yml')
  writeFileSync(testFile, stringify(ruleTest))

  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', testFile], { encoding: 'utf8' })

  expect(status, `${stdout}${stderr}`).toBe(0)
}

function mapValues(values: Record<string, string>, change: (text: string) => string) {
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, change(text)]))
}

/** Evaluates `metric{label="value"} > number`, or the maximum of it over processes, which is all that the rules use. */
function isFiring(expr: string, metrics: string): boolean {
  const { threshold, operator, samples } = readRule(expr, metrics)
  return samples.some(({ value }) => (operator === '>' ? value > threshold : value === threshold))
}

/** A rule's threshold, and the samples of its metric. */
function readRule(expr: string, metrics: string) {
  const [, over, name = '', labels = '', operator = '', threshold = ''] =
    /^(max without \(instance, pod\) )?\(?(\w+)(?:\{(.+?)\})?\)? (>|==) ([\d.]+)$/.exec(expr) ?? []
  expect(name, `${expr} has another form`).not.toBe('')
  const samples = metrics
    .split('\n')
    .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
    .filter((line) => line.includes(labels))
    .map((line) => {
      const [, series = '', sampleLabels = '', value = ''] = /^(\w+(?:\{(.*)\})?) (\S+)$/.exec(line) ?? []
      return { series, labels: sampleLabels, value: Number(value) }
    })
  return { isOfAllProcesses: over !== undefined, operator, threshold: Number(threshold), samples }
}
