import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import * as schema from './schema/index.ts'

export type Database = NodePgDatabase<typeof schema>
export type Tx = Parameters<Parameters<Database['transaction']>[0]>[0]
/** Where a query runs: on the pool, or in the caller's transaction. */
export type Db = Database | Tx

/**
 * Two of them listen. More connections only wait for each other: with 20, the slowest reads of sixteen buyers took
 * twice as long.
 */
const maxConnections = 8

/** A pool that logs broken connections instead of crashing. */
export function openPool(connection: pg.PoolConfig, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({ max: maxConnections, connectionTimeoutMillis: 5_000, ...connection })
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

export function createDatabase(pool: pg.Pool): Database {
  return drizzle(pool, { schema })
}
