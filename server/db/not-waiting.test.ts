import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../tests/support/test-database.ts'
import { databaseOn, openPool } from './database.ts'
import { notWaitingForDisk } from './not-waiting.ts'
import { providerEvents } from './schema/index.ts'

test('a write that does not wait for the disk leaves the connection to wait for the next', async () => {
  const { connection } = await createTestDatabase()
  const pool = openPool({ ...connection, max: 1 }, () => undefined)
  const db = databaseOn(pool)
  const waits = async () => (await db.execute(sql`show synchronous_commit`)).rows
  await db.execute(sql`set synchronous_commit = 'on'`)

  const [written] = await db
    .insert(providerEvents)
    .values({
      provider: 'sandbox',
      eventId: 'evt_1',
      about: 'payment',
      objectId: 'pi_1',
      receivedAt: new Date(),
    })
    .returning({ quick: notWaitingForDisk })

  expect(written).toEqual({ quick: 'off' })
  expect(await waits()).toEqual([{ synchronous_commit: 'on' }])
  await pool.end()
})
