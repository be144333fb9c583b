import { eq, placeholder, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../tests/support/test-database.ts'
import { createDatabase, type Database, openPool } from './database.ts'
import { preparedQuery } from './prepared-query.ts'
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
