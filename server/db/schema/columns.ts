import { sql } from 'drizzle-orm'
import {
  bigint,
  type CheckBuilder,
  check,
  type PgColumn,
  pgSequence,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import { currencyPattern } from '../../../contract/money.ts'

/** A 64-bit key. */
export const id = (name: string) => bigint(name, { mode: 'number' })
/** A 64-bit count: bytes, a sequence or a counter. */
export const bigInteger = (name: string) => bigint(name, { mode: 'number' })
/** An integer amount in minor units. */
export const minorUnits = (name: string) => bigint(name, { mode: 'number' })
export const timestamptz = (name: string) =>
  timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })

/** A UTC month, as `2026-03`. */
export const month = () => text('month')

export function monthCheck(table: string, column: unknown): CheckBuilder {
  return check(`${table}_month_valid`, sql`${column} ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'`)
}

/** An uppercase ISO 4217 code. */
export const currency = () => text('currency').notNull()

export function currencyCheck(table: string, column: unknown): CheckBuilder {
  return check(`${table}_currency_valid`, sql`${column} ~ ${sql.raw(`'${currencyPattern.source}'`)}`)
}

/** An uppercase ISO 3166-1 alpha-2 code; null when it is unknown. */
export const country = (name: string) => text(name)

export function countryCheck(table: string, column: PgColumn): CheckBuilder {
  return check(`${table}_${column.name}_valid`, sql`${column} ~ '^[A-Z]{2}$'`)
}

/** A tax rate in millionths: 19% is 190,000. */
export function taxRateCheck(table: string, column: PgColumn): CheckBuilder {
  return check(`${table}_${column.name}_valid`, sql`${column} between 0 and 1000000`)
}

/** CHECK constraints for columns with a list of values, because Drizzle's `enum` is a TypeScript type only. */
export function enumChecks(table: string, columns: object): Array<CheckBuilder> {
  return Object.values(columns).flatMap((column: PgColumn) => {
    const values = valuesOf(column)
    if (!values?.length) return []
    const list = values.map((value) => `'${value}'`).join(', ')
    return [check(`${table}_${column.name}_valid`, sql.raw(`"${column.name}" in (${list})`))]
  })
}

/** While a table is being defined, its columns have their values only in their configuration. */
function valuesOf(column: PgColumn): ReadonlyArray<string> | undefined {
  const config: { enumValues?: ReadonlyArray<string> } = Reflect.get(column, 'config')
  return config.enumValues
}

/** The beginning of 2026, from which the milliseconds of ids are counted. */
const idEpochMs = 1_767_225_600_000
const idsPerMs = 4_096

/** Distinguishes ids of the same millisecond. */
export const idSequence = pgSequence('id_sequence', { minValue: 0, maxValue: idsPerMs - 1, cycle: true })

/**
 * The next id: milliseconds since 2026 in the upper bits, a counter in the lower 12. It is time-ordered, so new rows
 * are stored together and tables can be partitioned by it, and ids are unique, also after a backup is restored. It
 * fits into a JavaScript number until 2095.
 */
export const nextId = sql.raw(
  `((extract(epoch from clock_timestamp()) * 1000)::bigint - ${idEpochMs}) * ${idsPerMs} + nextval('id_sequence')`,
)

const clockDifferenceMs = 3_600_000

/**
 * An id below those of all rows that were inserted at a time or later. Our clock and that of the
 * database may differ by an hour, so a query needs its condition on the timestamp too.
 */
export function idBefore(at: Date): number {
  return (at.getTime() - clockDifferenceMs - idEpochMs) * idsPerMs
}

/** A primary key ordered by time. People see a random number instead (`publicId`). */
export const timeOrderedId = (name = 'id') => bigint(name, { mode: 'number' }).primaryKey().default(nextId)
