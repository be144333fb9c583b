import pg from 'pg'
import type { EmptySchema, IndexStatements } from './load-database.ts'
import type { DatabaseDescription } from './snapshot.ts'

const intervalMs = 5_000

/** Prints the newest of many progress texts, at most one in five seconds. */
export function progressPrinter() {
  let printedAt = Date.now()
  return (text: string): void => {
    if (Date.now() - printedAt < intervalMs) return
    printedAt = Date.now()
    console.error(`  ${text}`)
  }
}

/** A table that arrived whole, and the hash of its rows. */
export type CopiedTable = { rowCount: number; sha256: string }

/** What an unfinished move has done so far. It is stored in the target, in a schema that the move drops at its end. */
export type MoveProgress = {
  migrations: DatabaseDescription['migrations']
  schema: EmptySchema
  /** By `tableName`. */
  copied: Map<string, CopiedTable>
}

/** The key of the advisory lock that a move holds in its target. Arbitrary. */
const moveLockKey = 7_211_885

/** Stores how an empty schema is completed, in the transaction that creates it. */
export async function startProgress(
  target: pg.ClientBase,
  { migrations, schema }: Pick<MoveProgress, 'migrations' | 'schema'>,
): Promise<void> {
  await target.query(`
    create schema move_progress;
    create table move_progress.plan (migrations json not null, tables json not null, indexes json not null);
    create table move_progress.copied_tables (name text primary key, row_count bigint not null, sha256 text not null)`)
  await target.query('insert into move_progress.plan values ($1, $2, $3)', [
    JSON.stringify(migrations),
    JSON.stringify(schema.tables),
    JSON.stringify(schema.indexes),
  ])
}

/** The progress of a move that was cut off; undefined when there is none. */
export async function readProgress(target: pg.ClientBase): Promise<MoveProgress | undefined> {
  const { rows: found } = await target.query(`select 1 where to_regclass('move_progress.plan') is not null`)
  if (found.length === 0) return undefined
  const { rows } = await target.query<
    Pick<MoveProgress, 'migrations'> & { tables: EmptySchema['tables']; indexes: IndexStatements }
  >('select migrations, tables, indexes from move_progress.plan')
  const copied = await target.query<{ name: string; rowCount: string; sha256: string }>(
    'select name, row_count as "rowCount", sha256 from move_progress.copied_tables',
  )
  const [plan] = rows
  if (!plan) return undefined
  return {
    migrations: plan.migrations,
    schema: { tables: plan.tables, indexes: plan.indexes },
    copied: new Map(
      copied.rows.map(({ name, rowCount, sha256 }) => [name, { rowCount: Number(rowCount), sha256 }]),
    ),
  }
}

/** Records a table in the transaction that loaded it. */
export async function recordCopiedTable(
  target: pg.ClientBase,
  name: string,
  { rowCount, sha256 }: CopiedTable,
): Promise<void> {
  await target.query(
    `insert into move_progress.copied_tables values ($1, $2, $3)
     on conflict (name) do update set row_count = excluded.row_count, sha256 = excluded.sha256`,
    [name, rowCount, sha256],
  )
}

export async function dropProgress(target: pg.ClientBase): Promise<void> {
  await target.query('drop schema move_progress cascade')
}

/**
 * Keeps a second move away from the target, until the connection ends. The server may still be busy with a statement of
 * a process that was killed, which it notices at the statement's end. Throws Error with a message for the operator.
 */
export async function lockTarget(target: pg.ClientBase): Promise<void> {
  await target.query("set lock_timeout = '60s'")
  try {
    await target.query('select pg_advisory_lock($1)', [moveLockKey])
  } catch (cause) {
    if (!(cause instanceof pg.DatabaseError && cause.code === lockNotAvailable)) throw cause
    throw new Error(
      'Another move into this database is running, or its server is still ending one that was cut off. Run the move again in some minutes.',
      { cause },
    )
  }
  await target.query('set lock_timeout = 0')
}

/** SQLSTATE of a lock that another session holds. */
const lockNotAvailable = '55P03'
