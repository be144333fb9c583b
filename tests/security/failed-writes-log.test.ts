import { randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import { getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { PgArray, type PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { updateProfile } from '../../contract/accounts.ts'
import { createLogger } from '../../server/adapters/logger.ts'
import { createQueue, startWorkers } from '../../server/adapters/queue.ts'
import { createDatabase, openPool } from '../../server/db/database.ts'
import { loggedError } from '../../server/db/logged-error.ts'
import * as schema from '../../server/db/schema/index.ts'
import { idleJobHandlers } from '../support/idle-job-handlers.ts'
import { createTestApp } from '../support/test-app.ts'
import { createTestDatabase } from '../support/test-database.ts'

/** Inserted into names, emails and texts. No other value contains it. */
const marker = 'Marasecret'
const tables: Array<PgTable> = Object.values(schema).filter((value) => is(value, PgTable))

test.each(tables.map((table) => [getTableName(table), table] as const))(
  'a failed write to the table %s leaves no value in the log',
  async (name, table) => {
    const { db, logged } = await refusingDatabase(name)

    const error = await db
      .insert(table)
      .values(rowFor(table))
      .then(
        () => undefined,
        (caught: unknown) => caught,
      )
    createLogger('trace', { to: { write: (line) => void logged.push(line) } }).error({ err: error }, 'failed')

    // A table of numbers and dates has nothing to recognize, but it fails in the same way.
    expect(inspect(error, { depth: 5 })).toContain('params')
    expect(logged).toHaveLength(1)
    expect(logged[0]).toContain(`insert into \\"${name}\\"`)
    expect(logged[0]).toContain('P0001')
    expect(logged[0]).not.toContain(marker)
  },
)

test('a duplicate value is not in the log, its constraint is', async () => {
  const w = await createTestApp()
  await w.creator(`${marker.toLowerCase()}@example.com`)
  const [user] = await w.db.select().from(schema.users)
  if (!user) throw new Error('Nobody signed in')

  const error = await w.db
    .insert(schema.users)
    .values({ ...user, id: randomUUID() })
    .catch((caught: unknown) => caught)

  const logged = JSON.stringify(loggedError(error))
  expect(logged).toMatch(/users_\w*email\w*/)
  expect(logged.toLowerCase()).not.toContain(marker.toLowerCase())
})

test('a value that PostgreSQL cannot parse is not in the log', async () => {
  const w = await createTestApp()

  const error = await w.db.execute(sql`select ${marker}::uuid`).catch((caught: unknown) => caught)

  expect(JSON.stringify(loggedError(error))).toContain('22P02')
  expect(JSON.stringify(loggedError(error))).not.toContain(marker)
})

test('a request whose write fails leaves nothing of its body in the instance’s log', async () => {
  const lines: Array<string> = []
  const w = await createTestApp({ logTo: (line) => lines.push(line) })
  const creator = await w.creator()
  await refuseWrites(w.db, 'users')
  onTestFinished(() => void w.db.execute(sql`drop trigger refuse on users`))

  const { status } = await creator.call(updateProfile, { body: { firstName: marker } })

  expect(status).toBe(500)
  expect(lines.join()).toContain('P0001')
  expect(lines.join()).not.toContain(marker)
})

test('a job whose write fails leaves no value in the queue, where the admin reads it', async () => {
  const { connection } = await createTestDatabase()
  const logged: Array<string> = []
  const queue = await createQueue(
    connection,
    createLogger('trace', { to: { write: (line) => void logged.push(line) } }),
  )
  const pool = openPool(connection, () => undefined)
  onTestFinished(async () => {
    await queue.stop()
    await pool.end()
  })
  const db = createDatabase(pool)
  await refuseWrites(db, 'deliveries')
  const failing = async () => {
    await db
      .insert(schema.deliveries)
      .values(rowFor(schema.deliveries) as typeof schema.deliveries.$inferInsert)
  }
  await startWorkers(queue, { ...idleJobHandlers, 'notify-owner': failing })

  await db.transaction((tx) => queue.enqueue(tx, { name: 'notify-owner', data: { checkoutId: '1' } }))
  const outputs = async () =>
    (await db.execute(sql`select output::text as output from pgboss.job where output is not null`)).rows

  await expect.poll(outputs, { timeout: 20_000 }).toHaveLength(1)
  expect(JSON.stringify(await outputs())).toContain('insert into')
  expect(JSON.stringify(await outputs())).not.toContain(marker)
  expect(logged.join()).not.toContain(marker)
})

let sharedPool: Promise<ReturnType<typeof openPool>> | undefined
afterAll(async () => (await sharedPool)?.end())

/** A database in which writing a table fails with the row in PostgreSQL's message. No test writes a row. */
async function refusingDatabase(table: string) {
  sharedPool ??= createTestDatabase().then(({ connection }) => openPool(connection, () => undefined))
  const db = createDatabase(await sharedPool)
  await refuseWrites(db, table)
  return { db, logged: [] as Array<string> }
}

async function refuseWrites(db: ReturnType<typeof createDatabase>, table: string): Promise<void> {
  await db.execute(sql`
    create or replace function refuse() returns trigger language plpgsql as $$
    begin raise exception 'refused' using detail = new::text; end $$`)
  await db.execute(
    sql`create trigger refuse before insert or update on ${sql.identifier(table)} for each row execute function refuse()`,
  )
}

/** A value for every column, recognizable wherever it is text. */
function rowFor(table: PgTable): Record<string, unknown> {
  const columns = Object.entries(getTableColumns(table)).filter(([, column]) => !column.generated)
  return Object.fromEntries(columns.map(([name, column]) => [name, valueFor(column)]))
}

function valueFor(column: PgColumn): unknown {
  if (is(column, PgArray)) return [valueFor(column.baseColumn)]
  const { dataType, columnType, enumValues } = column
  if (columnType === 'PgUUID') return randomUUID()
  if (columnType === 'PgDateString') return '2026-01-01'
  if (enumValues?.[0]) return enumValues[0]
  const values: Record<string, unknown> = {
    string: marker,
    number: 1,
    bigint: 1n,
    boolean: true,
    date: new Date(),
    json: { text: marker },
    buffer: Buffer.from(marker),
  }
  return values[dataType]
}
