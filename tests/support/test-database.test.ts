import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from './test-database.ts'

test('every test database is migrated and separate from others', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])

  await run(one.connection, 'create table mark (id int)')

  expect(await tables(one.connection)).toContain('mark')
  expect(await tables(other.connection)).not.toContain('mark')
  expect(await tables(other.connection)).toContain('content_items')
})

async function tables(connection: pg.PoolConfig): Promise<Array<string>> {
  const result = await run(
    connection,
    "select table_name from information_schema.tables where table_schema = 'public'",
  )
  return result.rows.map((row) => row.table_name)
}

async function run(connection: pg.PoolConfig, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client(connection)
  await client.connect()
  return client.query(sql).finally(() => client.end())
}
