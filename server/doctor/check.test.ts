import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import {
  type Check,
  fail,
  type Line,
  lineText,
  ok,
  runChecks,
  skip,
  skippedText,
  summaryText,
  warn,
} from './check.ts'
import { checksOf } from './run.ts'

async function run(
  checks: Array<Check>,
  options: { wrongSettings?: Array<string>; timeoutMs?: number } = {},
) {
  const printed: Array<Line> = []
  const lines = await runChecks(checks, { onLine: (line) => printed.push(line), ...options })
  expect(printed).toEqual(lines)
  return lines
}

const check = (name: string, work: Check['run'], more: Partial<Check> = {}): Check => ({
  name,
  fix: `Mend ${name}.`,
  run: work,
  ...more,
})

test('checks run at the same time, and their lines are in the order of the checks', async () => {
  const startedAt = performance.now()
  const lines = await run([
    check('slow', () => sleep(300, ok('a'))),
    check('slower', () => sleep(400, ok('b'))),
    check('quick', async () => ok('c')),
  ])

  expect(lines.map(({ name }) => name)).toEqual(['slow', 'slower', 'quick'])
  expect(performance.now() - startedAt).toBeLessThan(650)
})

test('a check that hangs or throws fails with its own sentence of what to do', async () => {
  const lines = await run(
    [
      check('hangs', () => new Promise(() => undefined)),
      check('throws', async () => {
        throw new Error('Failed query: select secret\nparams: x', { cause: new Error('deadlock detected') })
      }),
    ],
    { timeoutMs: 50 },
  )

  expect(lines).toEqual([
    { name: 'hangs', level: 'fail', detail: 'No answer in 0.05 seconds', fix: 'Mend hangs.' },
    { name: 'throws', level: 'fail', detail: 'deadlock detected', fix: 'Mend throws.' },
  ])
})

test('the time limit begins when what a check waits for is there, also when that failed', async () => {
  const after = sleep(150).then(() => Promise.reject(new Error('away')))
  const lines = await run([check('late', async () => ok('done'), { after })], { timeoutMs: 50 })

  expect(lines).toEqual([{ name: 'late', level: 'ok', detail: 'done' }])
})

test('a check of a setting that is wrong is not tried', async () => {
  const never = async () => {
    throw new Error('It was tried')
  }
  const lines = await run(
    [
      check('file store', never, { settings: ['S3_'] }),
      check('mail', async () => ok('a'), { settings: ['SMTP_'] }),
    ],
    { wrongSettings: ['S3_BUCKET'] },
  )

  expect(lines).toEqual([
    { name: 'file store', level: 'skip', detail: 'S3_BUCKET is wrong' },
    { name: 'mail', level: 'ok', detail: 'a' },
  ])
})

test('lines are aligned, what to do is below, and the end names what is not well', () => {
  const lines: Array<Line> = [
    { name: 'database', ...fail('It is away', 'Start it.') },
    { name: 'schema', ...skip('The database is away') },
    { name: 'jobs', ...skip('The database is away') },
    { name: 'mail', ...warn('It is slow', 'Wait.') },
    { name: 'webhook endpoint', ...ok('It is there') },
  ]

  expect(lines.map(lineText)).toEqual([
    'fail  database          It is away\n                        → Start it.',
    'skip  schema            The database is away',
    'skip  jobs              The database is away',
    'warn  mail              It is slow\n                        → Wait.',
    'ok    webhook endpoint  It is there',
  ])
  expect(skippedText(lines)).toEqual(['skip  not tried         The database is away: schema, jobs'])
  expect(summaryText(lines)).toBe('1 ok, 2 not tried, 1 warning (mail), 1 failed (database)')
})

test('every check has a sentence of its own of what to do, which is not only a page to read', () => {
  const config = readConfig({
    PUBLIC_URL: 'https://tips.example.com',
    DEMO_MODE: 'true',
    SESSION_SECRET: '0123456789abcdef'.repeat(2),
    SMTP_URL: 'smtp://m',
    MAIL_FROM: 'a@example.com',
    METRICS_PORT: '9464',
    METRICS_TOKEN: 'x'.repeat(16),
    BACKUP_TO: '/backups',
    BACKUP_KEY: `age1${'q'.repeat(58)}`,
    TRUST_PROXY: '127.0.0.1',
    OIDC_ISSUER: 'https://id.example',
    OIDC_CLIENT_ID: 'a',
    OIDC_CLIENT_SECRET: 'b',
    ALERT_WEBHOOK_URL: 'https://hooks.example/x',
    ALERT_WEBHOOK_SECRET: 'x'.repeat(16),
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318',
    ALLOWED_INSIDE_ORIGINS: 'http://push.lan:8080',
    ACCEL_REDIRECT_PATH: '/_files/',
  })
  const checks = checksOf(config, Promise.resolve({ state: 'none' }))

  expect(checks.length).toBeGreaterThan(24)
  for (const { name, fix } of checks) {
    expect(fix, name).toMatch(/^[A-Z].{15,}[.?]$/)
    expect(fix, name).not.toMatch(/configure\.md|^See /)
  }
})
