import type { ClientBase, Pool } from 'pg'
import type { Db } from './database.ts'

type Values = Record<string, unknown>
type Prepared<Rows> = { execute(values?: Values): Promise<Rows> }
export type Preparable<Rows> = { prepare(name: string): Prepared<Rows> }
export type Execute<Rows> = (db: Db, values?: Values) => Promise<Rows>

/**
 * A query that is built once and executed on any connection or transaction, for the few look-ups of every sale and of
 * buyers' pages. Drizzle otherwise builds its text for every execution, and PostgreSQL parses and plans it. Values that
 * differ between executions are `placeholder(name)`; a Date must not be null. PostgreSQL knows the query by its name,
 * which must be unique.
 */
export function preparedQuery<Rows>(name: string, build: (db: Db) => Preparable<Rows>): Execute<Rows> {
  let prepared: Prepared<Rows> | undefined
  return (db, values) => {
    prepared ??= build(db).prepare(name)
    // Drizzle's statement holds the connection that it was prepared with; this copy has the caller's.
    const statement: Prepared<Rows> = Object.create(prepared, { client: { value: connectionOf(db) } })
    return statement.execute(values)
  }
}

/** The pool, or the connection of the transaction. Drizzle does not declare it. */
export function connectionOf(db: Db): Pool | ClientBase {
  const { session } = db._
  if (!('client' in session)) throw new Error('The database session has no connection')
  return session.client as Pool | ClientBase
}
