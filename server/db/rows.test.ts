import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../tests/support/test-database.ts'
import { createDatabase, type Database, openPool } from './database.ts'
import { addToRow, deleteRows, findRow, hasRow, insertIfNew, insertRows, sumOf, updateRow } from './rows.ts'
import { rateLimits, webhookEvents } from './schema/index.ts'

const event = {
  provider: 'sandbox',
  objectType: 'payment',
  objectId: 'pi_1',
  receivedAt: new Date(0),
} as const

async function openDatabase(): Promise<Database> {
  const { connection } = await createTestDatabase()
  const pool = openPool({ ...connection, max: 3 }, () => undefined)
  return createDatabase(pool)
}

test.each([0, 1, 4, 5, 5_000])('%i rows are inserted and returned in the order given', async (count) => {
  const db = await openDatabase()
  const rows = Array.from({ length: count }, (_, index) => ({ ...event, eventId: `evt_${count - index}` }))

  const stored = await insertRows(db, webhookEvents, rows)

  expect(stored.map(({ eventId }) => eventId)).toEqual(rows.map(({ eventId }) => eventId))
  expect(await db.$count(webhookEvents)).toBe(count)
})

test('rows of one statement may have different columns, null and values of any type', async () => {
  const db = await openDatabase()

  const stored = await insertRows(db, webhookEvents, [
    { ...event, eventId: 'processed', processedAt: new Date(7) },
    { ...event, eventId: 'not processed', processedAt: null, attemptCount: 2 },
    { ...event, eventId: 'given nothing', processedAt: undefined },
  ])

  expect(stored.map(({ processedAt, attemptCount }) => [processedAt, attemptCount])).toEqual([
    [new Date(7), 0],
    [null, 2],
    [null, 0],
  ])
})

test('a row that is there already is not inserted, and another violated key is an error', async () => {
  const db = await openDatabase()
  const row = { key: 'a', windowEndsAt: new Date(0), requestCount: 1 }

  const first = await insertIfNew(db, rateLimits, row, ['key'])
  const second = await insertIfNew(db, rateLimits, { ...row, requestCount: 9 }, ['key'])

  expect([first, second]).toEqual([[row], []])
  expect(await db.select().from(rateLimits)).toEqual([row])
  await expect(insertIfNew(db, rateLimits, row, ['requestCount'])).rejects.toThrow()
})

test('sums are added to the row of a key, or inserted, and other columns stay', async () => {
  const db = await openDatabase()
  const add = (key: string, requestCount: number, windowEndsAt: Date) =>
    addToRow(db, rateLimits, { key, requestCount, windowEndsAt }, { key: ['key'], plus: ['requestCount'] })
  await add('a', 2, new Date(1))
  await add('b', 5, new Date(2))

  const stored = await add('a', -3, new Date(3))

  expect(stored).toEqual({ key: 'a', requestCount: -1, windowEndsAt: new Date(1) })
  expect(await db.select().from(rateLimits).where(eq(rateLimits.key, 'b'))).toMatchObject([
    { requestCount: 5 },
  ])
})

test('concurrent additions to one row are all counted', async () => {
  const db = await openDatabase()
  const row = { key: 'a', windowEndsAt: new Date(0), requestCount: 10 }
  const add = () => addToRow(db, rateLimits, row, { key: ['key'], plus: ['requestCount'] })

  await Promise.all([add(), add(), add(), add()])

  expect(await db.select().from(rateLimits)).toEqual([{ ...row, requestCount: 40 }])
})

test('a statement is planned once for a connection, whatever its values', async () => {
  const db = await openDatabase()

  const statements = await db.transaction(async (tx) => {
    for (const eventId of ['a', 'b', 'c']) await insertRows(tx, webhookEvents, [{ ...event, eventId }])
    const { rows } = await tx.execute<{ executions: string }>(
      sql`select generic_plans + custom_plans as executions from pg_prepared_statements`,
    )
    return rows
  })

  expect(statements).toEqual([{ executions: '3' }])
})

test('the row of a key is changed and returned, a null included, and no other row', async () => {
  const db = await openDatabase()
  const processed = { ...event, eventId: 'evt_1', processedAt: new Date(7) }
  await insertRows(db, webhookEvents, [processed, { ...processed, eventId: 'evt_2' }])

  const key = { provider: 'sandbox', eventId: 'evt_1' }
  const changed = await updateRow(db, webhookEvents, key, { processedAt: null, attemptCount: 3 })
  const unknown = await updateRow(db, webhookEvents, { ...key, eventId: 'evt_3' }, { attemptCount: 4 })

  expect(changed).toMatchObject({ ...key, processedAt: null, attemptCount: 3 })
  expect(unknown).toBeUndefined()
  const [other] = await db.select().from(webhookEvents).where(eq(webhookEvents.eventId, 'evt_2'))
  expect(other).toMatchObject({ processedAt: new Date(7), attemptCount: 0 })
})

test('the row of a key is found, and only the rows with given values are deleted', async () => {
  const db = await openDatabase()
  await insertRows(db, webhookEvents, [
    { ...event, eventId: 'evt_1', objectId: 'pi_2' },
    { ...event, eventId: 'evt_2' },
    { ...event, eventId: 'evt_3' },
  ])

  const found = await findRow(db, webhookEvents, { provider: 'sandbox', eventId: 'evt_1' })
  const unknown = await findRow(db, webhookEvents, { provider: 'other', eventId: 'evt_1' })
  const deleted = await deleteRows(db, webhookEvents, { provider: 'sandbox', objectId: 'pi_1' })

  expect(found).toMatchObject({ eventId: 'evt_1', objectId: 'pi_2', receivedAt: new Date(0) })
  expect(unknown).toBeUndefined()
  expect(deleted.map(({ eventId }) => eventId).toSorted()).toEqual(['evt_2', 'evt_3'])
  expect(await db.$count(webhookEvents)).toBe(1)
})

test('a key without a value is an error, and no row is deleted or changed', async () => {
  const db = await openDatabase()
  await insertRows(db, webhookEvents, [{ ...event, eventId: 'evt_1' }])

  await expect(deleteRows(db, webhookEvents, {})).rejects.toThrow('no value')
  await expect(deleteRows(db, webhookEvents, { attemptCount: undefined })).rejects.toThrow('no value')
  const change = updateRow(db, webhookEvents, { eventId: undefined }, { attemptCount: 9 })
  await expect(change).rejects.toThrow('no value')

  expect(await db.$count(webhookEvents)).toBe(1)
})

test('a column is summed over the rows of a condition, and 0 without any', async () => {
  const db = await openDatabase()
  const row = { windowEndsAt: new Date(0), requestCount: 3 }
  await insertRows(db, rateLimits, [
    { ...row, key: 'a' },
    { ...row, key: 'b', requestCount: 4 },
  ])
  const isUnknown = eq(rateLimits.key, 'c')

  expect(await sumOf(db, rateLimits.requestCount, undefined)).toBe(7)
  expect(await sumOf(db, rateLimits.requestCount, isUnknown)).toBe(0)
  expect([await hasRow(db, rateLimits, undefined), await hasRow(db, rateLimits, isUnknown)]).toEqual([
    true,
    false,
  ])
})
