import { createHash } from 'node:crypto'
import { and, eq, getTableColumns, getTableUniqueName, placeholder, type SQL, sql, sum } from 'drizzle-orm'
import type { PgColumn, PgInsertValue, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Db } from './database.ts'
import { type Execute, type Preparable, preparedQuery } from './prepared-query.ts'

type NewRow<T extends PgTable> = T['$inferInsert']
type Stored<T extends PgTable> = Array<T['$inferSelect']>
type Key<T extends PgTable> = keyof NewRow<T> & string

/** More rows take statements that are not prepared, because each number of rows would be one more to keep. */
const maxPreparedRows = 4
/** PostgreSQL numbers the values of a statement with 16 bits. */
const maxValues = 65_535

/** Inserts any number of rows of one table, and returns them as stored, in the order given. */
export async function insertRows<T extends PgTable, const Rows extends ReadonlyArray<NewRow<T>>>(
  db: Db,
  table: T,
  rows: Rows,
): Promise<{ -readonly [Index in keyof Rows]: T['$inferSelect'] }> {
  return (await insertAll(db, table, rows)) as { -readonly [Index in keyof Rows]: T['$inferSelect'] }
}

async function insertAll<T extends PgTable>(
  db: Db,
  table: T,
  rows: ReadonlyArray<NewRow<T>>,
): Promise<Stored<T>> {
  if (rows.length === 0) return []
  if (rows.length <= maxPreparedRows)
    return executePrepared(db, { table, rows, clause: '' }, (on, values) =>
      insertOf(on, table, values).returning(),
    )
  const pageSize = Math.floor(maxValues / Object.keys(getTableColumns(table)).length)
  const stored: Stored<T> = []
  for (let from = 0; from < rows.length; from += pageSize)
    stored.push(...(await insertOf(db, table, rows.slice(from, from + pageSize)).returning()))
  return stored
}

/** Inserts a row, or nothing when the table has one with these values of `unique`. Returns the inserted row. */
export function insertIfNew<T extends PgTable>(
  db: Db,
  table: T,
  row: NewRow<T>,
  unique: Array<Key<T>>,
): Promise<Stored<T>> {
  const target = columnsOf(table, unique)
  return executePrepared(db, { table, rows: [row], clause: `new ${unique}` }, (on, values) =>
    insertOf(on, table, values).onConflictDoNothing({ target }).returning(),
  )
}

/** Adds to the `plus` columns of the row that has these values of `key`, or inserts it. Returns the row as stored. */
export async function addToRow<T extends PgTable>(
  db: Db,
  table: T,
  row: NewRow<T>,
  { key, plus }: { key: Array<Key<T>>; plus: Array<Key<T>> },
): Promise<T['$inferSelect']> {
  const target = columnsOf(table, key)
  const sums = columnsOf(table, plus).map((column): SQL => {
    return sql`${column} + excluded.${sql.identifier(column.name)}`
  })
  const set = Object.fromEntries(plus.map((name, index) => [name, sums[index]]))
  const rows = await executePrepared(
    db,
    { table, rows: [row], clause: `${key} plus ${plus}` },
    (on, values) => insertOf(on, table, values).onConflictDoUpdate({ target, set }).returning(),
  )
  const [stored] = rows as [T['$inferSelect']]
  return stored
}

/** Changes the row that has these values of a key, and returns it as stored; undefined when there is none. */
export async function updateRow<T extends PgTable>(
  db: Db,
  table: T,
  key: Partial<NewRow<T>>,
  change: Partial<NewRow<T>>,
): Promise<T['$inferSelect'] | undefined> {
  requireValues(key)
  const rows = [key, change]
  const [stored] = await executePrepared(db, { table, rows, clause: 'update' }, (on, [keyValues, values]) => {
    const names = Object.keys(keyValues ?? {}) as Array<Key<T>>
    const isRow = and(
      ...columnsOf(table, names).map((column, index) => eq(column, keyValues?.[names[index] ?? ''])),
    )
    return on
      .update(table)
      .set(values as PgUpdateSetSource<T>)
      .where(isRow)
      .returning() as Preparable<Stored<T>>
  })
  return stored
}

/** The row that has these values of a key; undefined when there is none. */
export async function findRow<T extends PgTable>(
  db: Db,
  table: T,
  key: Partial<NewRow<T>>,
): Promise<T['$inferSelect'] | undefined> {
  const rows = await db
    .select()
    .from(table as PgTable)
    .where(hasValues(table, key))
  return rows[0]
}

/** Deletes the rows that have these values, and returns them. */
export async function deleteRows<T extends PgTable>(
  db: Db,
  table: T,
  key: Partial<NewRow<T>>,
): Promise<Stored<T>> {
  return db.delete(table).where(hasValues(table, key)).returning() as Promise<Stored<T>>
}

/** Throws for a key that would mean other rows than the one it names. */
function requireValues(key: object): void {
  const values = Object.values(key)
  if (values.length === 0 || values.some((value) => value == null)) throw new Error('A key has no value')
}

function hasValues<T extends PgTable>(table: T, key: Partial<NewRow<T>>): SQL | undefined {
  requireValues(key)
  const entries = Object.entries(key)
  const columns = columnsOf(
    table,
    entries.map(([name]) => name as Key<T>),
  )
  return and(...columns.map((column, index) => eq(column, entries[index]?.[1])))
}

/** Whether a table has a row that fulfills a condition. */
export async function hasRow(db: Db, table: PgTable, condition: SQL | undefined): Promise<boolean> {
  const rows = await db.select({ one: sql`1` }).from(table).where(condition).limit(1)
  return rows.length > 0
}

/** The sum of a column over the rows that fulfill a condition; 0 without any. */
export async function sumOf(db: Db, column: PgColumn, condition: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ total: sum(column) })
    .from(column.table)
    .where(condition)
  return Number(row?.total ?? 0)
}

/** What the functions above need of Drizzle's insert, whose types cannot be computed for any table. */
type Insert<Rows> = {
  returning(): Preparable<Rows> & PromiseLike<Rows>
  onConflictDoNothing(config: { target: Array<PgColumn> }): Pick<Insert<Rows>, 'returning'>
  onConflictDoUpdate(config: {
    target: Array<PgColumn>
    set: Record<string, SQL | undefined>
  }): Pick<Insert<Rows>, 'returning'>
}

function insertOf<T extends PgTable>(db: Db, table: T, rows: ReadonlyArray<object>): Insert<Stored<T>> {
  return db.insert(table).values(rows as Array<PgInsertValue<T>>) as unknown as Insert<Stored<T>>
}

type Parameters = Record<string, SQL>

const prepared = new Map<string, Execute<Array<unknown>>>()

/**
 * Executes a statement that is built and planned once for each table, columns given, number of rows and clause. `build` gets a
 * parameter for each value of `rows`.
 */
function executePrepared<T extends PgTable>(
  db: Db,
  { table, rows, clause }: { table: T; rows: ReadonlyArray<Partial<NewRow<T>>>; clause: string },
  build: (on: Db, rows: Array<Parameters>) => Preparable<Stored<T>>,
): Promise<Stored<T>> {
  const given = rows.map((row) => Object.entries(row).filter(([, value]) => value !== undefined))
  const names = given.map((entries) => entries.map(([name]) => name))
  const text = JSON.stringify([getTableUniqueName(table), names, clause])
  let execute = prepared.get(text)
  if (!execute) {
    const columns = getTableColumns(table)
    const values = names.map((ofRow, index) =>
      Object.fromEntries(ofRow.map((name) => [name, parameter(columns[name], `${index} ${name}`)])),
    )
    // PostgreSQL keeps 63 characters of a name.
    const hash = createHash('sha256').update(text).digest('base64url')
    execute = preparedQuery(hash, (on) => build(on, values))
    prepared.set(text, execute)
  }
  const parameters = given.flatMap((entries, index) =>
    entries.map(([name, value]): [string, unknown] => [`${index} ${name}`, value]),
  )
  return execute(db, Object.fromEntries(parameters)) as Promise<Stored<T>>
}

/** A value of a column that each execution gives. Drizzle encodes a null itself only outside of placeholders. */
function parameter(column: PgColumn | undefined, name: string): SQL {
  if (!column) throw new Error(`The table has no column ${name}`)
  const mapToDriverValue = (value: unknown) => (value === null ? null : column.mapToDriverValue(value))
  return sql`${sql.param(placeholder(name), { mapToDriverValue })}`
}

function columnsOf<T extends PgTable>(table: T, names: Array<Key<T>>): Array<PgColumn> {
  const columns = getTableColumns(table)
  return names.map((name) => {
    const column = columns[name]
    if (!column) throw new Error(`The table has no column ${name}`)
    return column
  })
}

/** A `like` pattern for values that contain the text; wildcards in the text are literal. */
export function containsPattern(text: string): string {
  return `%${escapeLike(text)}%`
}

/** A `like` pattern for values that begin with the text; wildcards in the text are literal. */
export function prefixPattern(text: string): string {
  return `${escapeLike(text)}%`
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
