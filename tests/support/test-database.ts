import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, inject } from 'vitest'

type TestDatabase = { connection: pg.PoolConfig; name: string }

/** A migrated, empty database of its own; as often in a file as wanted. It goes with the test server. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = inject('template')
  const name = `test_${randomBytes(6).toString('hex')}`

  await run({ ...template, database: 'postgres' }, `create database ${name} template ${template.database}`)
  return { connection: { ...template, database: name }, name }
}

/** Databases that the tests of one file have given back. Another file may have changed tables, so it gets new ones. */
let idleDatabases: { file: string | undefined; databases: Array<TestDatabase> } = {
  file: undefined,
  databases: [],
}

function sparesOfFile(): Array<TestDatabase> {
  const file = expect.getState().testPath
  if (idleDatabases.file !== file) idleDatabases = { file, databases: [] }
  return idleDatabases.databases
}

/**
 * The same for a test that changes rows and no tables, until it is given back: the next test of the file gets it again,
 * emptied, which takes a tenth of the time that a new one does.
 */
export async function acquireTestDatabase() {
  const spares = sparesOfFile()
  const database = spares.pop() ?? (await createTestDatabase())
  const release = async () => {
    await run(database.connection, truncateAllSql)
    spares.push(database)
  }
  return { database, release }
}

/** Rows only. As a replica, because triggers of the ledger refuse deletions. */
const truncateAllSql = `do $$
declare name text;
begin
  set local session_replication_role = replica;
  for name in
    select format('%I.%I', schemaname, tablename) from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema', 'pgboss', 'drizzle')
       or (schemaname = 'pgboss' and tablename = 'job')
  loop execute 'delete from ' || name; end loop;
end $$`

async function run(connection: pg.PoolConfig, sql: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
