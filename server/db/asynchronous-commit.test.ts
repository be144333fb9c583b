import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../tests/support/test-database.ts'
import { asynchronousCommit } from './asynchronous-commit.ts'
import { createDatabase, openPool } from './database.ts'
import { webhookEvents } from './schema/index.ts'

test('the commit after an asynchronous commit on the same connection is synchronous', async () => {
  const { connection } = await createTestDatabase()
  const pool = openPool({ ...connection, max: 1 }, () => undefined)
  const db = createDatabase(pool)
  const readSynchronousCommit = async () => (await db.execute(sql`show synchronous_commit`)).rows
  await db.execute(sql`set synchronous_commit = 'on'`)

  const [inserted] = await db
    .insert(webhookEvents)
    .values({
      provider: 'sandbox',
      eventId: 'evt_1',
      objectType: 'payment',
      objectId: 'pi_1',
      receivedAt: new Date(),
    })
    .returning({ synchronousCommit: asynchronousCommit })

  expect(inserted).toEqual({ synchronousCommit: 'off' })
  expect(await readSynchronousCommit()).toEqual([{ synchronous_commit: 'on' }])
  await pool.end()
})
