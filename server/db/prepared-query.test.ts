import { eq, placeholder, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../tests/support/test-database.ts'
import { createDatabase, type Database, openPool } from './database.ts'
import { columnsOf, connectionOf, executePrepared, preparedQuery, preparedSql } from './prepared-query.ts'
import { webhookEvents } from './schema/index.ts'

const event = {
  provider: 'sandbox',
  objectType: 'payment',
  objectId: 'pi_1',
  receivedAt: new Date(0),
} as const

const eventById = preparedQuery('test_event_by_id', (db) =>
  db
    .select({ id: webhookEvents.eventId, receivedAt: webhookEvents.receivedAt })
    .from(webhookEvents)
    .where(eq(webhookEvents.eventId, placeholder('id'))),
)
const countEvents = preparedSql<{ events: number }>(
  'test_count_events',
  sql`select count(*)::int as events from ${webhookEvents} where event_id <> ${placeholder('except')}`,
)

async function openDatabase(): Promise<Database> {
  const { connection } = await createTestDatabase()
  const pool = openPool({ ...connection, max: 3 }, () => undefined)
  return createDatabase(pool)
}

test('a prepared query runs in the transaction that executes it, with that execution’s values', async () => {
  const db = await openDatabase()
  await eventById(db, { id: 'evt_1' })

  await db.transaction(async (tx) => {
    await tx.insert(webhookEvents).values({ ...event, eventId: 'evt_1' })
    expect(await eventById(tx, { id: 'evt_1' })).toEqual([{ id: 'evt_1', receivedAt: new Date(0) }])
    expect(await eventById(tx, { id: 'evt_2' })).toEqual([])
    expect(await eventById(db, { id: 'evt_1' })).toEqual([])
    expect((await countEvents(tx, { except: '' })).rows).toEqual([{ events: 1 }])
    expect((await countEvents(db, { except: '' })).rows).toEqual([{ events: 0 }])
  })
})

test('a prepared query is parsed by PostgreSQL once for each connection', async () => {
  const db = await openDatabase()

  const names = await db.transaction(async (tx) => {
    for (const id of ['a', 'b', 'c']) await eventById(tx, { id })
    const { rows } = await tx.execute<{ name: string; executions: string }>(
      sql`select name, generic_plans + custom_plans as executions from pg_prepared_statements`,
    )
    return rows
  })

  expect(names).toEqual([{ name: 'test_event_by_id', executions: '3' }])
})

test('a library’s statement with values is prepared, and several statements without values run as they are', async () => {
  const db = await openDatabase()

  const prepared = await db.transaction(async (tx) => {
    const connection = connectionOf(tx)
    await executePrepared(connection, 'select 1; select 2')
    expect((await executePrepared(connection, 'select $1::int as n', [7])).rows).toEqual([{ n: 7 }])
    const { rows } = await tx.execute<{ statement: string }>(
      sql`select statement from pg_prepared_statements`,
    )
    return rows
  })

  expect(prepared).toEqual([{ statement: 'select $1::int as n' }])
})

test('columnsOf turns rows into one array for each column', () => {
  expect(
    columnsOf([
      { id: 1, name: 'a' },
      { id: 2, name: 'b' },
    ]),
  ).toEqual({ id: [1, 2], name: ['a', 'b'] })
})
