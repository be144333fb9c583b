import { inArray } from 'drizzle-orm'
import { countryName } from '../../../../contract/countries.ts'
import { formatDecimal } from '../../../../contract/money.ts'
import { site } from '../../../../contract/site.ts'
import { formatLongDate } from '../../../../domain/dates.ts'
import { documentFileName, documentNumber } from '../../../../domain/documents.ts'
import { cardText, formatDecimalMoney } from '../../../../domain/format.ts'
import { paperSizeOf } from '../../../../domain/paper.ts'
import { formatTaxRate, reverseChargeText } from '../../../../domain/tax.ts'
import { taxNumberLine } from '../../../../domain/tax-number.ts'
import type { Db } from '../../../db/database.ts'
import { invoices } from '../../../db/schema/index.ts'
import type { PrintedLine } from '../../../ports/document-renderer.ts'
import type { Ports } from '../../../ports/index.ts'
import type { IssuedContent } from '../../money/documents/contents.ts'
import { issuerLines, legalPageLines } from './content.ts'
import type { DocumentRow } from './repository.ts'

type InvoiceRow = typeof invoices.$inferSelect

/** The payments of Pro that documents are about. */
export async function selectInvoicesOf(
  db: Db,
  rows: ReadonlyArray<Pick<DocumentRow, 'proInvoiceId'>>,
): Promise<Map<number, InvoiceRow>> {
  const ids = rows.flatMap(({ proInvoiceId }) => proInvoiceId ?? [])
  if (ids.length === 0) return new Map()
  const found = await db.select().from(invoices).where(inArray(invoices.id, ids))
  return new Map(found.map((row) => [row.id, row]))
}

const headings: Record<DocumentRow['kind'], string> = {
  receipt: 'Receipt',
  invoice: 'Invoice',
  credit_note: 'Credit note',
  credit_note_reversal: 'Cancellation of a credit note',
  statement: 'Payout statement',
}

/** Everything that a document of a payment of Pro prints: its invoice, or what was returned of it. */
export function proContent(
  { settings, paymentProvider }: Pick<Ports, 'settings' | 'paymentProvider'>,
  document: DocumentRow,
  invoice: InvoiceRow,
  original: DocumentRow | undefined,
): IssuedContent {
  const { logoKey, sellerCountry } = settings.current()
  const { seller, currency, amount, taxAmount, kind } = document
  const money = (minorUnits: number) => formatDecimalMoney(formatDecimal(minorUnits, currency), currency)
  const isInvoice = kind === 'invoice'
  const card = cardText(document) ?? undefined
  const issuedOn = formatLongDate(isInvoice ? document.suppliedAt : document.issuedAt, 'short')
  return {
    layout: 'receipt',
    paper: paperSizeOf({ country: seller.country || sellerCountry, currency }),
    siteName: site().name,
    logoKey,
    isTest: paymentProvider.mode === 'test',
    ticket: undefined,
    fileName: documentFileName(document),
    heading: headings[kind],
    subheading: `${documentNumber(document)} · ${issuedOn}`,
    parties: [
      { label: 'For', lines: buyerLines(document) },
      { label: 'Sold by', lines: seller.name ? issuerLines(seller) : [site().name] },
    ].filter(({ lines }) => lines.length > 0),
    facts: [
      ...(original ? [['Corrects invoice', documentNumber(original)] satisfies [string, string]] : []),
      ...periodFacts(invoice),
      ...(isInvoice ? [] : [['Paid on', formatLongDate(document.suppliedAt)] satisfies [string, string]]),
    ],
    lines: [
      { label: `${site().name} Pro, one month`, value: money(amount), isTitle: true },
      ...taxLines(document, money),
    ],
    total: [totalLabel(kind, card), money(amount)],
    guarantee: '',
    closing: [
      `Paid by card through ${site().name}.`,
      ...(document.taxTreatment === 'reverse_charge' ? [reverseChargeText] : []),
      ...legalPageLines(),
    ],
    foot: [documentNumber(document), taxAmount === 0 ? '' : `Amounts in ${currency}`],
  }
}

function periodFacts({ periodStart, periodEnd }: InvoiceRow): Array<[string, string]> {
  if (!periodStart || !periodEnd) return []
  return [['Period', `${formatLongDate(periodStart, 'short')} to ${formatLongDate(periodEnd, 'short')}`]]
}

function buyerLines({ businessName, businessAddress, buyerCountry, vatId }: DocumentRow): Array<string> {
  return [
    businessName,
    ...businessAddress.split(/\r?\n/),
    buyerCountry ? countryName(buyerCountry) : '',
    vatId ? taxNumberLine(vatId) : '',
  ].filter((line) => line.trim() !== '')
}

/** The amount contains the tax. An invoice without tax says its net too where a business owes the tax. */
function taxLines(
  { amount, taxAmount, taxRateMillionths, taxTreatment }: DocumentRow,
  money: (minorUnits: number) => string,
): Array<PrintedLine> {
  if (taxTreatment === 'untaxed') return []
  return [
    { label: 'Net', value: money(amount - taxAmount), isPart: true },
    { label: `VAT (${formatTaxRate(taxRateMillionths)})`, value: money(taxAmount), isPart: true },
  ]
}

function totalLabel(kind: DocumentRow['kind'], card: string | undefined): string {
  if (kind === 'credit_note') return 'Credited'
  if (kind !== 'invoice') return 'Total'
  return card ? `Total, paid with ${card}` : 'Total, paid'
}
