import { and, asc, eq, gte, ne } from 'drizzle-orm'
import { startOfDayIn } from '../../../../domain/dates.ts'
import type { TaxRate } from '../../../../domain/tax.ts'
import type { Db } from '../../../db/database.ts'
import { hasRow } from '../../../db/rows.ts'
import { purchases, taxRates } from '../../../db/schema/index.ts'

export type TaxRateRow = typeof taxRates.$inferSelect

/** Every rate, also past and future ones, by country, kind and first day. */
export async function selectTaxRates(db: Db): Promise<Array<TaxRateRow>> {
  return db
    .select()
    .from(taxRates)
    .orderBy(asc(taxRates.country), asc(taxRates.kind), asc(taxRates.validFrom))
}

export async function selectRatesOfCountry(db: Db, country: string): Promise<Array<TaxRate>> {
  return db.select().from(taxRates).where(eq(taxRates.country, country))
}

/** The regions with rates of their own, as `US-CA`. */
export async function selectTaxedRegions(db: Db): Promise<Array<string>> {
  const { country, region } = taxRates
  const rows = await db
    .selectDistinct({ country, region })
    .from(taxRates)
    .where(ne(region, ''))
    .orderBy(country, region)
  return rows.map((row) => `${row.country}-${row.region}`)
}

type NewTaxRate = Omit<TaxRateRow, 'id' | 'rateBps'>

/** False when the country has a rate of this kind from the same day on. */
export async function insertRate(db: Db, rate: NewTaxRate): Promise<boolean> {
  const inserted = await db.insert(taxRates).values(rate).onConflictDoNothing().returning({ id: taxRates.id })
  return inserted.length > 0
}

export async function insertMissingRates(db: Db, rates: Array<NewTaxRate>): Promise<void> {
  const known = new Set((await selectTaxRates(db)).map(({ country }) => country))
  const missing = rates.filter(({ country }) => !known.has(country))
  if (missing.length > 0) await db.insert(taxRates).values(missing).onConflictDoNothing()
}

/** Whether a sale since the rate's first day includes tax at it. */
export function isRateInUse(
  db: Db,
  {
    country,
    region,
    rateMillionths,
    validFrom,
  }: Pick<TaxRateRow, 'country' | 'region' | 'rateMillionths' | 'validFrom'>,
  timeZone: string,
): Promise<boolean> {
  const isTaxedAtRate = and(
    eq(purchases.buyerCountry, country),
    region === '' ? undefined : eq(purchases.buyerRegion, region),
    eq(purchases.taxRateMillionths, rateMillionths),
    gte(purchases.paidAt, startOfDayIn(validFrom, timeZone)),
  )
  return hasRow(db, purchases, isTaxedAtRate)
}
