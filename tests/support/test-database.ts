import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, inject } from 'vitest'
import { createQueue, type PgBossQueue } from '../../server/adapters/queue.ts'
import { openPool } from '../../server/db/database.ts'
import type { BasicLogger } from '../../server/ports/index.ts'
import { leasePool } from './pool-lease.ts'

type TestDatabase = { connection: pg.PoolConfig; name: string }

/** A migrated, empty database; a file may use several. It ends with the test server. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = inject('template')
  const name = `test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ ...template, database: 'postgres' })
  await client.connect()
  await client.query(`create database ${name} template ${template.database}`).finally(() => client.end())
  return { connection: { ...template, database: name }, name }
}

/** A database with open connections and a queue. They are reused, because a new connection starts with cold caches. */
type Slot = {
  connection: pg.PoolConfig
  pool: pg.Pool
  queue: PgBossQueue
  /** The log of the current test. */
  log: BasicLogger
  /** The test file that used it last. */
  file: string | undefined
}

const idleSlots: Array<Slot> = []
const silentLog: BasicLogger = { info: () => undefined, warn: () => undefined, error: () => undefined }

/**
 * An empty database for a test that changes rows and no tables, with a pool and a queue. `release` empties it for a
 * later test. A database with changed tables is reused by tests of the same file only.
 */
export async function acquireTestDatabase(log: BasicLogger) {
  const slot = (await takeIdleSlot()) ?? (await openSlot())
  slot.log = log
  const { pool, end } = leasePool(slot.pool)
  const release = async () => {
    await end()
    slot.log = silentLog
    slot.file = expect.getState().testPath
    await waitUntilIdle(slot)
    await slot.pool.query(emptyAllSql)
    idleSlots.push(slot)
  }
  return { connection: slot.connection, pool, queue: slot.queue, release }
}

async function takeIdleSlot(): Promise<Slot | undefined> {
  for (let slot = idleSlots.pop(); slot; slot = idleSlots.pop()) {
    if (slot.file === expect.getState().testPath || !(await hasChangedTables(slot.pool))) return slot
    await slot.queue.stop()
    await slot.pool.end()
  }
  return undefined
}

async function openSlot(): Promise<Slot> {
  const { connection } = await createTestDatabase()
  const pool = openPool(connection, () => undefined)
  const slot = { connection, pool, log: silentLog, file: undefined }
  const log: BasicLogger = {
    info: (...line) => slot.log.info(...line),
    warn: (...line) => slot.log.warn(...line),
    error: (...line) => slot.log.error(...line),
  }
  return Object.assign(slot, { queue: await createQueue(connection, log) })
}

/** Ending a pool waits for the queries that a test left behind. */
async function waitUntilIdle(slot: Slot): Promise<void> {
  const { totalCount, idleCount, waitingCount } = slot.pool
  if (totalCount === idleCount && waitingCount === 0) return
  await slot.pool.end()
  slot.pool = openPool(slot.connection, () => undefined)
}

/** The template has a trigger that marks a database whose tables change. */
async function hasChangedTables(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query(
    "select shobj_description(oid, 'pg_database') as mark from pg_database where datname = current_database()",
  )
  return rows[0]?.mark !== null
}

/**
 * Deletes the rows of every non-empty table and restarts identities. As a replica, because triggers of the ledger
 * reject deletions.
 */
const emptyAllSql = `do $$
declare name text;
begin
  set local session_replication_role = replica;
  for name in
    select format('%I.%I', schemaname, tablename) from pg_tables
    where (schemaname = 'pgboss' and tablename = 'job')
       or (schemaname in ('public', 'sandbox') and tablename <> 'posting_kinds'
         and pg_relation_size(format('%I.%I', schemaname, tablename)::regclass) > 0)
  loop execute 'delete from ' || name; end loop;
  perform setval(format('%I.%I', schemaname, sequencename), start_value, false)
    from pg_sequences where last_value is not null and schemaname <> 'pgboss' and schemaname <> 'drizzle';
end $$`
