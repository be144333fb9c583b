import type { MinorUnits } from '../../../contract/money.ts'
import type { TaxKind } from '../../../contract/tax-kinds.ts'
import { utcDay } from '../../../domain/dates.ts'
import { includedTax, taxRateOn } from '../../../domain/tax.ts'
import type { Db } from '../../db/database.ts'
import type { Ports } from '../../ports/index.ts'
import { selectRatesOfCountry } from './repository.ts'

type TaxedSale = { amount: MinorUnits; taxKind: TaxKind; country: string | null; paidAt: Date }

/** The tax that a sale includes by the rates of the day. None while taxes are off or the country is unknown. */
export async function saleTax(
  db: Db,
  { settings }: Pick<Ports, 'settings'>,
  { amount, taxKind: kind, country, paidAt }: TaxedSale,
): Promise<{ taxRateBps: number; taxAmount: MinorUnits }> {
  if (!settings.current().taxEnabled || country === null) return { taxRateBps: 0, taxAmount: 0 }
  const rates = await selectRatesOfCountry(db, country)
  const taxRateBps = taxRateOn(rates, { country, kind, day: utcDay(paidAt) })
  return { taxRateBps, taxAmount: includedTax(amount, taxRateBps) }
}
