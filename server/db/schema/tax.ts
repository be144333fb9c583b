import { sql } from 'drizzle-orm'
import { check, date, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { taxKinds } from '../../../contract/tax-kinds.ts'
import { country, countryCheck, enumChecks, timestamptz } from './columns.ts'
import { timeOrderedId } from './ids.ts'

/** Tax rates by country and kind. The newest one that is valid on the day of the payment applies. */
export const taxRates = pgTable(
  'tax_rates',
  {
    id: timeOrderedId(),
    country: country('country').notNull(),
    kind: text('kind', { enum: taxKinds }).notNull(),
    rateBps: integer('rate_bps').notNull(),
    /** The first UTC day. */
    validFrom: date('valid_from').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    unique('tax_rates_country_kind_valid_from_key').on(table.country, table.kind, table.validFrom),
    check('tax_rates_rate_bps_valid', sql`${table.rateBps} between 0 and 10000`),
    countryCheck('tax_rates', table.country),
    ...enumChecks('tax_rates', table),
  ],
)
