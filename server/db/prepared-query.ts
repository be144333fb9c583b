import { createHash } from 'node:crypto'
import { type Placeholder, placeholder, type SQL, sql } from 'drizzle-orm'
import { PgDialect, type PreparedQueryConfig } from 'drizzle-orm/pg-core'
import type { ClientBase, Pool, QueryResult } from 'pg'
import type { Db } from './database.ts'

type Values = Record<string, unknown>
type Prepared<Rows> = { execute(values?: Values): Promise<Rows> }
type Preparable<Rows> = { prepare(name: string): Prepared<Rows> }
type Execute<Rows> = (db: Db, values?: Values) => Promise<Rows>

/**
 * A query that is built once and executed on any connection or transaction. Drizzle otherwise builds its text for
 * every execution, and PostgreSQL parses and plans it: together a third of the CPU time of a sale. Values that differ
 * between executions are `placeholder(name)`; a Date must not be null. PostgreSQL knows the query by its name, which
 * must be unique.
 */
export function preparedQuery<Rows>(name: string, build: (db: Db) => Preparable<Rows>): Execute<Rows> {
  return prepareOnce((db) => build(db).prepare(name))
}

/** The same for a statement written in SQL, whose rows are as PostgreSQL returns them. */
export function preparedSql<Row>(name: string, statement: SQL): Execute<{ rows: Array<Row> }> {
  type Config = PreparedQueryConfig & { execute: { rows: Array<Row> } }
  return prepareOnce((db) =>
    db._.session.prepareQuery<Config>(new PgDialect().sqlToQuery(statement), undefined, name, false),
  )
}

/** A placeholder for each column of a new row, named like it. */
export function placeholders<Name extends string>(names: ReadonlyArray<Name>) {
  const byName = names.map((name): [string, Placeholder] => [name, placeholder(name)])
  return Object.fromEntries(byName) as Record<Name, Placeholder>
}

/**
 * An array as a placeholder. PostgreSQL plans a statement again for each execution while a plan for the array's length
 * looks cheaper than one for any array. In a subselect it does not see the length, and keeps the plan.
 */
export function arrayPlaceholder(name: string, element: 'bigint' | 'int' | 'text' | 'timestamptz'): SQL {
  const type = sql.raw(`${element}[]`)
  return sql`(select ${placeholder(name)}::${type})::${type}`
}

/** The values of several rows as an array for each column, for `unnest`. All rows have the same keys. */
export function columnsOf<Row extends object>(rows: Array<Row>): { [Key in keyof Row]: Array<Row[Key]> } {
  const keys = Object.keys(rows[0] ?? {}) as Array<keyof Row>
  return Object.fromEntries(keys.map((key) => [key, rows.map((row) => row[key])])) as {
    [Key in keyof Row]: Array<Row[Key]>
  }
}

function prepareOnce<Rows>(prepare: (db: Db) => Prepared<Rows>): Execute<Rows> {
  let prepared: Prepared<Rows> | undefined
  return (db, values) => {
    prepared ??= prepare(db)
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

const namesByText = new Map<string, string>()
/** Texts beyond this number are executed as they are: a library that puts values into its texts has no end of them. */
const maxPreparedTexts = 200

/**
 * Executes a library's statement as a prepared one. Only for libraries with few different texts: each connection keeps
 * every statement. Several statements in one text cannot be prepared, and are executed as they are.
 */
export function executePrepared(
  connection: Pool | ClientBase,
  text: string,
  values: Array<unknown> = [],
): Promise<QueryResult> {
  if (/;\s*\S/.test(text)) return connection.query(text)
  let name = namesByText.get(text)
  if (!name) {
    if (namesByText.size >= maxPreparedTexts) return connection.query(text, values)
    name = createHash('sha256').update(text).digest('base64url')
    namesByText.set(text, name)
  }
  return connection.query({ name, text, values })
}
