import type { MinorUnits } from '../../../../contract/money.ts'
import { regionOptions } from '../../../../contract/regions.ts'
import type { TaxKind, TaxRateEntry, TaxTreatment } from '../../../../contract/tax.ts'
import { dayIn } from '../../../../domain/dates.ts'
import { AppError } from '../../../../domain/errors.ts'
import {
  euTaxRates,
  euTaxRatesValidFrom,
  includedTax,
  isReverseCharged,
  type TaxPlace,
  taxRateOn,
  taxRateState,
} from '../../../../domain/tax.ts'
import type { Db } from '../../../db/database.ts'
import { deleteRows } from '../../../db/rows.ts'
import { taxRates } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import {
  insertMissingRates,
  insertRate,
  isRateInUse,
  selectRatesOfCountry,
  selectTaxRates,
  type TaxRateRow,
} from './repository.ts'

/** Whether taxes are on, and every rate. */
export async function getTaxSettings({ db, settings, clock }: Ports) {
  const rows = await selectTaxRates(db)
  const today = dayIn(clock.now(), settings.current().timeZone)
  return {
    isEnabled: settings.current().taxEnabled,
    rates: rows.map(
      ({ createdAt: _, rateBps: __, ...rate }): TaxRateEntry => ({
        ...rate,
        state: taxRateState(rows, rate, today),
      }),
    ),
  }
}

type NewRate = Pick<TaxRateRow, 'country' | 'region' | 'kind' | 'validFrom'> & { percent: string }

/** Throws AppError for the field `validFrom` when this rate begins on a day that has one. */
export async function addTaxRate(ports: Ports, { percent, ...rate }: NewRate) {
  const rateMillionths = Math.round(Number(percent) * 10_000)
  const { country, region } = rate
  if (region !== '' && !regionOptions(country).some(({ value }) => value === region)) {
    const message = 'Choose a state or province of this country, or none.'
    throw new AppError('invalid_input', message, { region: message })
  }
  const isNew = await insertRate(ports.db, { ...rate, rateMillionths, createdAt: ports.clock.now() })
  if (!isNew) {
    const message = 'There’s already a rate from this day on. Choose another day, or delete that rate first.'
    throw new AppError('conflict', message, { validFrom: message })
  }
  return getTaxSettings(ports)
}

/** The standard rates of countries without any rate. */
export async function addEuTaxRates(ports: Ports) {
  const now = ports.clock.now()
  const rates = Object.entries(euTaxRates).map(([country, rateMillionths]) => ({
    country,
    region: '',
    rateMillionths,
    kind: 'digital' as const,
    validFrom: euTaxRatesValidFrom,
    createdAt: now,
  }))
  await insertMissingRates(ports.db, rates)
  return getTaxSettings(ports)
}

/** Throws AppError `conflict` for a rate that a sale may have used. */
export async function deleteTaxRate(ports: Ports, id: number) {
  const rate = (await selectTaxRates(ports.db)).find((row) => row.id === id)
  if (!rate) throw new AppError('not_found', 'This rate doesn’t exist anymore.')
  const isFuture = rate.validFrom > dayIn(ports.clock.now(), ports.settings.current().timeZone)
  if (!isFuture && (await isRateInUse(ports.db, rate, ports.settings.current().timeZone)))
    throw new AppError(
      'conflict',
      'Receipts have this rate, so it stays. Add a rate with a newer day instead.',
    )
  await deleteRows(ports.db, taxRates, { id })
  return getTaxSettings(ports)
}

type TaxedSale = {
  amount: MinorUnits
  taxKind: TaxKind
  place: TaxPlace
  /** Whether the register confirmed the business's VAT ID. */
  isVatIdVerified: boolean
  paidAt: Date
}

/** The tax that a sale includes, its rate in millionths, and why. */
export type SaleTax = { taxTreatment: TaxTreatment; taxRateMillionths: number; taxAmount: MinorUnits }

const untaxed: SaleTax = { taxTreatment: 'untaxed', taxRateMillionths: 0, taxAmount: 0 }

/**
 * The tax that a sale includes by the rates of the day. None while taxes are off or the country is unknown, and none where a
 * business owes it itself.
 */
export async function saleTax(
  db: Db,
  { settings }: Pick<Ports, 'settings'>,
  { amount, taxKind: kind, place, isVatIdVerified, paidAt }: TaxedSale,
): Promise<SaleTax> {
  const { taxEnabled, sellerCountry, timeZone } = settings.current()
  const { country, region } = place
  if (!taxEnabled || country === null) return untaxed
  if (isReverseCharged(place, { sellerCountry, isVatIdVerified }))
    return { ...untaxed, taxTreatment: 'reverse_charge' }
  const rates = await selectRatesOfCountry(db, country)
  const taxRateMillionths = taxRateOn(rates, { country, region, kind, day: dayIn(paidAt, timeZone) })
  if (taxRateMillionths === 0) return untaxed
  return { taxTreatment: 'taxed', taxRateMillionths, taxAmount: includedTax(amount, taxRateMillionths) }
}
