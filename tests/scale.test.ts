import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { recordView } from '../contract/analytics.ts'
import { completePayment, downloadContent } from '../contract/purchases.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'
import { createTestDatabase } from './support/test-database.ts'

const scale = readFileSync(join(import.meta.dirname, '../docs/scale.md'), 'utf8')

test('docs/scale.md lists exactly the rows that a view, a checkout, a sale, its email and its first access write', async () => {
  const w = await createTestApp({ database: (await createTestDatabase()).connection })
  const creator = await w.creator()
  const item = await creator.publishFile()
  // The first sale of an item inserts its rollup rows; every later one updates them.
  await sell(w, item.id, 'first@example.com', async (_, act) => void (await act()))
  await logWrites(w)
  const counted: Array<Writes> = []

  await sell(w, item.id, 'second@example.com', async (step, act) => {
    await act()
    counted.push({ step, cells: await takeWrites(w) })
  })

  const rows = counted.map(({ step, cells }) => `| ${[step, ...cells.map(textOf)].join(' | ')} |`)
  const totals = [0, 1, 2].map((index) => counted.flatMap(({ cells }) => cells[index] ?? []).reduce(sum, 0))
  rows.push(`| total | ${totals.join(' | ')} |`)
  expect(scale.split('\n').filter((line) => rows.includes(line))).toEqual(rows)
})

test('docs/scale.md lists exactly the statements of the transaction of a plain sale', async () => {
  const w = await createTestApp()
  const item = await (await w.creator()).publishFile()
  const fan = w.visitor()
  const { paymentIntentId } = await fan.pays(item.id)
  const statements = recordStatements()

  await fan.call(completePayment, { params: { paymentIntentId } })

  // The sandbox has read the payment in a transaction of its own.
  const inserted = statements.indexOf('insert purchases')
  const began = statements.lastIndexOf('begin', inserted)
  const sale = statements.slice(began, statements.indexOf('commit', inserted) + 1)
  const listed = scale.split('\n').find((line) => line.startsWith('`begin`'))
  expect(listed).toBe(sale.map((statement) => `\`${statement}\``).join(', '))
})

type Written = { table_name: string; action: string; count: number }
type Writes = { step: Step; cells: Array<Array<Written>> }
type Step = 'view' | 'checkout' | 'sale' | 'sealing' | 'access email' | 'first access'

/** Everything that one buyer causes from the first view to the first access, step by step. */
async function sell(
  w: TestApp,
  contentId: number,
  email: string,
  run: (step: Step, act: () => Promise<unknown>) => Promise<void>,
) {
  const fan = w.visitor()
  const headers = { 'user-agent': `Mozilla/5.0 (${email})` }

  await run('view', async () => {
    await fan.call(recordView, {
      params: { id: contentId },
      body: { marks: 'utm_source=newsletter' },
      headers,
    })
    await w.countViews()
  })
  await run('checkout', async () => {
    const { clientSecret } = await fan.starts(contentId, { email })
    await fan.presents('paid', clientSecret, { email })
  })
  await run('sale', () => w.deliverWebhooks())
  await run('sealing', () => w.runPeriodicTasks())
  await run('access email', () => w.runJobs())
  await run('first access', () => fan.call(downloadContent, { params: { id: contentId } }))
}

/**
 * Triggers on every table except the sandbox's, the row of the instance that each sweep updates, and those that the
 * queue's maintenance writes.
 */
async function logWrites({ db }: TestApp) {
  await db.execute(sql`
    create table write_log (table_name text, action text);
    create function log_write() returns trigger language plpgsql as $$
      begin insert into write_log values (tg_table_name, lower(tg_op)); return null; end $$;
    do $$ declare name regclass; begin
      for name in select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and c.relname not like 'sandbox%' and c.relname not in ('write_log', 'instance')
          and (n.nspname = 'public' or n.nspname = 'pgboss' and c.relname like 'job%')
      loop execute format('create trigger log_write after insert or update or delete on %s
        for each row execute function log_write()', name); end loop; end $$`)
}

/** The writes since the last call, of inserts, updates and deletes. */
async function takeWrites({ db }: TestApp): Promise<Array<Array<Written>>> {
  const { rows } = await db.execute<Written>(sql`
    select table_name, action, count(*)::int as count from write_log group by 1, 2 order by 1, 2`)
  await db.execute(sql`truncate write_log`)
  return ['insert', 'update', 'delete'].map((action) => rows.filter((row) => row.action === action))
}

function textOf(cell: Array<Written>): string {
  return cell.map((row) => `${row.table_name} ${row.count}`).join(', ') || 'none'
}

function sum(total: number, { count }: Written): number {
  return total + count
}

/** The statements of the app's connections until the test ends, by verb and first table. */
function recordStatements(): Array<string> {
  const statements: Array<string> = []
  const original = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args) {
    if (Object(this).connectionParameters.application_name !== 'tipdrop-queue')
      statements.push(nameOf(args[0]))
    return Reflect.apply(original, this, args)
  })
  onTestFinished(() => spy.mockRestore())
  return statements
}

function nameOf(statement: unknown): string {
  const { text = '' } = typeof statement === 'string' ? { text: statement } : (statement as { text?: string })
  const [verb = ''] = /\w+/.exec(text) ?? []
  const [, schema, table] = /\b(?:from|into|update)\s+"?(\w+)"?(?:\."?(\w+)"?)?/i.exec(text) ?? []
  return [verb.toLowerCase(), table ?? schema].filter(Boolean).join(' ')
}
