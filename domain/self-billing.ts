import type { MinorUnits } from '../contract/money.ts'
import type { TaxTreatment } from '../contract/tax.ts'
import { includedTax, reverseChargeText } from './tax.ts'
import { hasEuVat } from './vat-id.ts'

type Party = { country: string; vatId: string }

type Supply = {
  /** The creator, whose VAT ID the register has not denied. */
  supplier: Party
  /** The operator, who writes the invoice. */
  customer: Party
  /** What is paid, with any tax in it. */
  amount: MinorUnits
  /** The rate of the supplier's country; 0 when the operator has none for it. */
  rateMillionths: number
}

export type SelfBilledTax = {
  taxTreatment: TaxTreatment
  taxRateMillionths: number
  taxAmount: MinorUnits
  /** What the invoice says about its tax; empty where the tax speaks for itself. */
  note: string
}

const untaxed = { taxTreatment: 'untaxed', taxRateMillionths: 0, taxAmount: 0 } as const

/**
 * The tax of an invoice that the operator writes for a creator with a VAT ID (Directive 2006/112/EC, article 224): that of their
 * country at home, which the amount includes; owed by the operator across borders (articles 44 and 196), if the operator is in
 * the EU and has a VAT ID; none where the operator is outside. Undefined where no invoice can be written: without a VAT ID, or at
 * home without a rate.
 */
export function selfBilledTax({
  supplier,
  customer,
  amount,
  rateMillionths,
}: Supply): SelfBilledTax | undefined {
  if (supplier.vatId === '' || customer.country === '') return undefined
  if (supplier.country === customer.country) {
    if (rateMillionths === 0) return undefined
    const taxAmount = includedTax(amount, rateMillionths)
    return { taxTreatment: 'taxed', taxRateMillionths: rateMillionths, taxAmount, note: '' }
  }
  if (hasEuVat(customer.country))
    return customer.vatId === ''
      ? undefined
      : { ...untaxed, taxTreatment: 'reverse_charge', note: reverseChargeText }
  return { ...untaxed, note: 'No VAT: the recipient is in another country, where the service is supplied.' }
}
