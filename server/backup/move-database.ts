import pg from 'pg'
import { commandLine } from '../config/command-line.ts'
import type { MigrationFolders } from '../db/migration-folders.ts'
import { copyTables, differingTables, moveMark, startCopy } from './copy-database.ts'
import { isEmptyDatabase, readRestoringFrom } from './load-database.ts'
import { lockTarget, readProgress } from './progress.ts'

export type DatabaseMove = {
  source: pg.PoolConfig
  target: pg.PoolConfig
  /** What to call the target in messages, without a password. */
  targetName: string
  folders: MigrationFolders
  onProgress: (text: string) => void
}

/**
 * Copies a database into an empty one and compares the hash of every table. From the first row on, no process starts on
 * either of them. A move that was cut off is continued by calling it again, also when the old database was used in
 * between: what differs is copied again. Throws Error with a message for the operator.
 */
export async function moveDatabase(move: DatabaseMove): Promise<{ rowCount: number }> {
  const source = await connectForMove(move.source)
  const target = await connectForMove(move.target).catch((error) =>
    source.end().then(() => Promise.reject(error)),
  )
  try {
    await lockTarget(target)
    return { rowCount: await copyOrComplete(move, source, target) }
  } catch (error) {
    throw explainMoveError(error, move)
  } finally {
    await Promise.all([source, target].map((client) => client.end().catch(() => undefined)))
  }
}

async function copyOrComplete(move: DatabaseMove, source: pg.ClientBase, target: pg.ClientBase) {
  const { targetName, target: connection, folders, onProgress } = move
  const state = await targetState(target)
  const isContinued = await requireNotMoved(source, { targetName, state })
  await requireStopped(source)
  const copy = { source, target, connection, folders, onProgress }
  if (state === 'other')
    throw new Error(
      targetName === 'DATA_DIR'
        ? 'The target database is not empty: DATA_DIR has one already. A move overwrites nothing: rename its folder postgres, or delete it with --confirm if it is the one that you moved from.'
        : 'The target database is not empty. A move overwrites nothing: create an empty one.',
    )
  await startCopy(copy)
  await source.query('update instance set moved_to = $1', [targetName])
  // A process that has read the row before is connected by now.
  await requireStopped(source).catch(async (error) => {
    await source.query('update instance set moved_to = null')
    throw error
  })
  const rowCount =
    state === 'copied'
      ? await requireUnchanged(source, target, { isContinued })
      : await copyTables(copy, () => requireStopped(source))
  await target.query('update instance set restoring_from = null')
  return rowCount
}

/** Takes back the mark that no process starts on a database. */
export async function undoMove(connection: pg.PoolConfig): Promise<string | undefined> {
  const client = await connectForMove(connection)
  try {
    const movedTo = await readMovedTo(client)
    await client.query('update instance set moved_to = null')
    return movedTo
  } finally {
    await client.end()
  }
}

/** Where a database was moved to; undefined if it was not. */
export async function readMovedTo(client: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ to: string | null }>('select moved_to as to from instance')
  return rows[0]?.to ?? undefined
}

/** Whether a process of the instance is connected: each has its queue. */
export async function isInstanceRunning(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from pg_stat_activity where datname = current_database() and application_name = 'tipdrop-queue'`,
  )
  return (rowCount ?? 0) > 0
}

/** `copying`: a move was cut off. `copied`: a move was cut off after its last row. `other`: it is in use. */
type TargetState = 'empty' | 'copying' | 'copied' | 'other'

async function targetState(target: pg.ClientBase): Promise<TargetState> {
  if (await isEmptyDatabase(target)) return 'empty'
  if (await readProgress(target)) return 'copying'
  return (await readRestoringFrom(target)) === moveMark ? 'copied' : 'other'
}

/** For a move that was cut off after its last row. Migrations change rows, so then the mark of the source must do. */
async function requireUnchanged(
  source: pg.ClientBase,
  target: pg.ClientBase,
  { isContinued }: { isContinued: boolean },
): Promise<number> {
  if (isContinued && (await lastMigration(source)) !== (await lastMigration(target))) return 0
  const differing = await differingTables(source, target)
  if (differing.length > 0)
    throw new Error(
      `The instance has been used since a move was cut off (${differing.join(', ')}). Create an empty target database and start again.`,
    )
  return 0
}

async function lastMigration(client: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ last: string }>(
    'select max(created_at)::text as last from drizzle.__drizzle_migrations',
  )
  return rows[0]?.last
}

async function requireStopped(client: pg.ClientBase): Promise<void> {
  if (await isInstanceRunning(client))
    throw new Error('The instance is running. Stop every process of it: sales during the move would be lost.')
}

type Attempt = { targetName: string; state: TargetState }

/** Returns whether the source has the mark of this move, which was cut off. */
async function requireNotMoved(source: pg.ClientBase, { targetName, state }: Attempt): Promise<boolean> {
  const movedTo = await readMovedTo(source).catch((cause) => {
    throw new Error(
      'The database is empty, or of an older version. Start this version on it once, then stop it and move it.',
      { cause },
    )
  })
  if (movedTo === undefined) return false
  if (movedTo === targetName && state !== 'other') return true
  throw new Error(
    movedTo === targetName
      ? `The database was already moved to ${movedTo}. Add --confirm to delete the old one, or run ${commandLine('move', '--undo')}.`
      : `The database was already moved to ${movedTo}, or that move was cut off. Complete it there, or run ${commandLine('move', '--undo')}.`,
  )
}

/** Seconds until a server notices that the other side is gone, so that it releases what a cut-off move has locked. */
const keepaliveSql = `
  set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3;
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`

/** A connection whose loss fails the running query, and nothing else. */
async function connectForMove(connection: pg.PoolConfig): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'tipdrop-move',
  })
  client.on('error', () => undefined)
  await client.connect()
  await client.query(keepaliveSql)
  return client
}

/** An error of PostgreSQL or of the network as a sentence that says how to go on; any other error unchanged. */
function explainMoveError(error: unknown, { targetName }: { targetName: string }): unknown {
  const code = String(Object(error).code ?? '')
  const goOn = 'Run the same command again: it continues with the tables that are missing.'
  if (code === diskFull)
    return new Error(`The disk of ${targetName} is full. Make room on it. ${goOn}`, { cause: error })
  if (isConnectionLost(error, code))
    return new Error(`The connection to a database was lost. ${goOn}`, { cause: error })
  return error
}

/** SQLSTATE of a server without space for a table, an index or its log. */
export const diskFull = '53100'

function isConnectionLost(error: unknown, code: string): boolean {
  const isNetwork = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(code)
  // A server that is shut down or has crashed, and a session that was ended (class 57P, 08).
  const isServer = /^(57P0[1-4]|08)/.test(code)
  return (
    isNetwork ||
    isServer ||
    /Connection terminated|Client has encountered/.test(String(Object(error).message))
  )
}
