import { and, eq, gt, isNull, lte, or } from 'drizzle-orm'
import { countryName } from '../../../../contract/countries.ts'
import { formatDecimal } from '../../../../contract/money.ts'
import { dayIn, formatLongDate } from '../../../../domain/dates.ts'
import { formatDecimalMoney } from '../../../../domain/format.ts'
import { type SelfBilledTax, selfBilledTax } from '../../../../domain/self-billing.ts'
import { formatTaxRate, taxNameOf, taxRateOn } from '../../../../domain/tax.ts'
import { taxNumberLine } from '../../../../domain/tax-number.ts'
import { normalizeVatId } from '../../../../domain/vat-id.ts'
import type { DocumentSeller } from '../../../db/schema/documents.ts'
import { selfBillingAgreements } from '../../../db/schema/index.ts'
import type { StatementContent } from '../../../ports/document-renderer.ts'
import type { Ports } from '../../../ports/index.ts'
import { sellerOf } from '../documents/numbers.ts'
import { findPayeeById } from '../payees/repository.ts'
import { type OpenPayee, tryToOpenPayee } from '../payees/stored.ts'
import type { PayoutRow } from '../payouts/repository.ts'
import { selectRatesOfCountry } from '../tax/repository.ts'

/** Who pays and who is paid; with `tax` the statement is the invoice that the operator writes for the creator. */
export type StatementParties = {
  payer: DocumentSeller
  /** As the payout was made with; undefined without payee details. */
  payee: DocumentSeller | undefined
  tax: SelfBilledTax | undefined
}

export async function readParties(ports: Ports, payout: PayoutRow): Promise<StatementParties> {
  const payer = sellerOf(ports)
  const row = payout.payeeId === null ? undefined : await findPayeeById(ports.db, payout.payeeId)
  const open = tryToOpenPayee(ports, row)
  if (!open) return { payer, payee: undefined, tax: undefined }
  const payee = toParty(open)
  const isInvoice = open.row.vatState !== 'invalid' && (await hadAgreed(ports, payout))
  return { payer, payee, tax: isInvoice ? await taxOf(ports, payout, { payer, payee }) : undefined }
}

function toParty({ details }: OpenPayee): DocumentSeller {
  const { street, street2, postalCode, city, region, country } = details
  const place = [postalCode, city].filter(Boolean).join(' ')
  return {
    name: details.legalName,
    address: [street, street2, place, region].filter(Boolean).join('\n'),
    country,
    registration: details.registrationNumber,
    vatId: details.vatId,
    email: '',
  }
}

/** Whether the creator let the operator write their invoices when the payout was made. */
async function hadAgreed({ db }: Ports, { creatorId, createdAt }: PayoutRow): Promise<boolean> {
  const { creatorId: creator, agreedAt, endedAt } = selfBillingAgreements
  const count = await db.$count(
    selfBillingAgreements,
    and(eq(creator, creatorId), lte(agreedAt, createdAt), or(isNull(endedAt), gt(endedAt, createdAt))),
  )
  return count > 0
}

async function taxOf(
  { db, settings }: Ports,
  { amount, createdAt }: PayoutRow,
  { payer, payee }: { payer: DocumentSeller; payee: DocumentSeller },
): Promise<SelfBilledTax | undefined> {
  const rates = await selectRatesOfCountry(db, payee.country)
  const day = dayIn(createdAt, settings.current().timeZone)
  return selfBilledTax({
    supplier: { country: payee.country, vatId: payee.vatId },
    customer: { country: payer.country, vatId: normalizeVatId(payer.vatId) },
    amount,
    rateMillionths: taxRateOn(rates, { country: payee.country, region: '', kind: 'digital', day }),
  })
}

/** What the statement prints of them. Nothing of a payer who is not entered, or of a payee without details. */
export function partiesText(
  { payer, payee, tax }: StatementParties,
  { amount, currency, createdAt }: Pick<PayoutRow, 'amount' | 'currency' | 'createdAt'>,
): Required<Pick<StatementContent, 'parties' | 'taxLines' | 'notes'>> {
  const parties = [
    ...(payee ? [{ label: tax ? 'Supplier' : 'Paid to', lines: partyLines(payee) }] : []),
    ...(payer.name ? [{ label: tax ? 'Recipient' : 'Paid by', lines: partyLines(payer) }] : []),
  ]
  if (!tax || !payee)
    return { parties, taxLines: [], notes: parties.length > 0 ? ['This statement is no invoice.'] : [] }
  const money = (minorUnits: number) => formatDecimalMoney(formatDecimal(minorUnits, currency), currency)
  const taxName = taxNameOf(payee.country)
  return {
    parties,
    taxLines: [
      [
        `Digital content supplied until ${formatLongDate(createdAt, 'short')}, net`,
        money(amount - tax.taxAmount),
      ],
      ...(tax.taxTreatment === 'taxed'
        ? [[`${taxName}, ${formatTaxRate(tax.taxRateMillionths)}`, money(tax.taxAmount)] as [string, string]]
        : []),
      ['Total', money(amount)],
    ],
    notes: [
      `Self-billing: ${payer.name} issues this invoice in the name and on behalf of ${payee.name.replace(/\.$/, '')}.`,
      ...(tax.note ? [tax.note] : []),
    ],
  }
}

function partyLines({ name, address, country, registration, vatId }: DocumentSeller): Array<string> {
  return [
    name,
    ...address.split('\n'),
    country && countryName(country),
    registration && `Registration number ${registration}`,
    vatId && taxNumberLine(vatId),
  ].filter(Boolean)
}
