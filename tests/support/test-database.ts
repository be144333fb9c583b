import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'

type TestDatabase = { connection: pg.PoolConfig; name: string }

/** A migrated, empty database of its own; as often in a file as wanted. It goes with the test server. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = inject('template')
  const name = `test_${randomBytes(6).toString('hex')}`

  await run({ ...template, database: 'postgres' }, `create database ${name} template ${template.database}`)
  return { connection: { ...template, database: name }, name }
}

const spare: Array<TestDatabase> = []

/**
 * The same for a test that changes rows and no tables: the next test of the file gets it again, emptied, which takes a
 * tenth of the time that a new one does. Borrow it before anything that connects to it is set up.
 */
export async function borrowTestDatabase(): Promise<TestDatabase> {
  const database = spare.pop() ?? (await createTestDatabase())
  onTestFinished(async () => {
    await run(database.connection, emptyAll)
    spare.push(database)
  })
  return database
}

/** Rows only. As a replica, because the ledger refuses to forget. */
const emptyAll = `do $$
declare name text;
begin
  set local session_replication_role = replica;
  for name in
    select format('%I.%I', schemaname, tablename) from pg_tables
    where schemaname = 'public' or (schemaname = 'pgboss' and tablename = 'job')
  loop execute 'delete from ' || name; end loop;
end $$`

async function run(connection: pg.PoolConfig, sql: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
