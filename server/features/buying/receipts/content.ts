import { countryName } from '../../../../contract/countries.ts'
import type { InstanceSettings } from '../../../../contract/instance-settings.ts'
import type { Receipt, ReceiptCorrection, ReceiptSeller } from '../../../../contract/receipts.ts'
import { site } from '../../../../contract/site.ts'
import { formatLongDate } from '../../../../domain/dates.ts'
import { formatDecimalMoney } from '../../../../domain/format.ts'
import { guaranteeUntilText } from '../../../../domain/guarantee-until.ts'
import { paperSizeOf } from '../../../../domain/paper.ts'
import { formatTaxRate, reverseChargeText } from '../../../../domain/tax.ts'
import { taxNumberLine } from '../../../../domain/tax-number.ts'
import type { PrintedLine, ReceiptContent } from '../../../ports/document-renderer.ts'

type Lines = Array<[label: string, value: string]>
/** What decides how a document looks. */
type Look = Pick<InstanceSettings, 'logoKey' | 'sellerCountry'>

/** The text of a receipt, for the PDF: what was paid, whatever is refunded later. Amounts are written as on the page. */
export function receiptContent(receipt: Receipt, look: Look): ReceiptContent {
  const money = (amount: string) => formatDecimalMoney(amount, receipt.currency)
  const { number, paidAt, card, guarantee } = receipt
  return {
    ...documentContent(receipt, look),
    fileName: `receipt-${number ?? receipt.id}.pdf`,
    heading: 'Receipt',
    subheading: [number, formatLongDate(new Date(paidAt), 'short')].filter(Boolean).join(' · '),
    facts: [],
    lines: receiptLines(receipt, money),
    total: [card ? `Total paid with ${card}` : 'Total paid', money(receipt.amount)],
    guarantee: guarantee
      ? guaranteeUntilText({
          policy: guarantee.policy,
          until: guarantee.until === null ? null : new Date(guarantee.until),
        })
      : '',
    closing: [paidLine(), ...taxLine(receipt), ...consentLines(receipt), ...legalPageLines()],
  }
}

/** The text of a correction, which refers to the receipt that it corrects. */
export function correctionContent(
  receipt: Receipt,
  { number, kind, issuedAt, amount, taxAmount }: ReceiptCorrection,
  look: Look,
): ReceiptContent {
  const money = (amount: string) => formatDecimalMoney(amount, receipt.currency)
  const { tax, card } = receipt
  const netAmount = subtract(amount, taxAmount)
  return {
    ...documentContent(receipt, look),
    fileName: `${kind === 'credit_note' ? 'credit-note' : 'correction'}-${number}.pdf`,
    heading: correctionLabels[kind],
    subheading: `${number} · ${formatLongDate(new Date(issuedAt), 'short')}`,
    facts: withoutEmpty([
      ['Corrects receipt', receipt.number ?? ''],
      ['Paid on', formatLongDate(new Date(receipt.paidAt))],
      ['Card', card ?? ''],
    ]),
    lines: [
      titleLine(receipt, money(amount)),
      ...(tax ? taxLines({ ...tax, amount: taxAmount, netAmount }, money) : []),
    ],
    total: [kind === 'credit_note' ? 'Credited' : 'Total', money(amount)],
    guarantee: '',
    // What the buyer agreed to is on the receipt that this refers to.
    closing: [paidLine(), ...taxLine(receipt), ...legalPageLines()],
  }
}

const correctionLabels: Record<ReceiptCorrection['kind'], string> = {
  receipt: 'Receipt',
  invoice: 'Invoice',
  credit_note: 'Credit note',
  credit_note_reversal: 'Cancellation of a credit note',
  statement: 'Payout statement',
}

function documentContent(receipt: Receipt, { logoKey, sellerCountry }: Look) {
  const { name: siteName, publicUrl } = site()
  const { issuer, currency } = receipt
  return {
    paper: paperSizeOf({ country: issuer?.country || sellerCountry, currency }),
    siteName,
    logoKey,
    isTest: receipt.isTest,
    ticket: undefined,
    parties: [
      { label: 'Bought by', lines: buyerLines(receipt) },
      { label: 'Sold by', lines: issuer ? issuerLines(issuer) : creatorLines(receipt) },
    ].filter(({ lines }) => lines.length > 0),
    foot: [
      `Order ${receipt.id}`,
      publicUrl ? `${new URL(publicUrl).host}/lost-link for a new link` : '',
    ] satisfies [string, string],
  }
}

function paidLine(): string {
  return `Paid by card through ${site().name}.`
}

/** What a document says where a business owes the tax itself. */
function taxLine({ taxTreatment }: Receipt): Array<string> {
  return taxTreatment === 'reverse_charge' ? [reverseChargeText] : []
}

/** What the buyer agreed to before paying, which the law wants in the confirmation. */
export function consentLines({ withdrawalConsent }: Receipt): Array<string> {
  if (!withdrawalConsent) return []
  const { text, at } = withdrawalConsent
  return [`On ${formatLongDate(new Date(at))} you agreed: “${text}”`]
}

/** The addresses of the legal pages, because a printed document has no links. */
export function legalPageLines(): Array<string> {
  const { publicUrl, imprintName } = site()
  if (!publicUrl) return []
  const pages = { Terms: 'terms', Privacy: 'privacy', [imprintName]: 'imprint' }
  return Object.entries(pages).map(([label, page]) => `${label}: ${publicUrl}/${page}`)
}

export function issuerLines({ name, address, country, registration, vatId, email }: ReceiptSeller) {
  return [
    name,
    ...address.split(/\r?\n/),
    country && countryName(country),
    registration && `Registration number ${registration}`,
    vatId && taxNumberLine(vatId),
    email,
  ].filter((line) => line.trim() !== '')
}

/** Where the operator has not entered who sells. */
function creatorLines({ seller }: Receipt): Array<string> {
  return seller ? [seller, `through ${site().name}`] : []
}

/** The country is the place of supply, which decides the tax. */
function buyerLines({ business, email, tax, buyerCountry }: Receipt): Array<string> {
  return [
    business?.name ?? '',
    ...(business?.address ?? '').split(/\r?\n/),
    email,
    (tax || business) && buyerCountry ? countryName(buyerCountry) : '',
    business?.vatId ? taxNumberLine(business.vatId) : '',
  ].filter((line) => line !== '')
}

function receiptLines(receipt: Receipt, money: (amount: string) => string): Array<PrintedLine> {
  const { discount, tip, tax } = receipt
  return [
    titleLine(receipt, money(receipt.listAmount)),
    ...(discount ? [{ label: `Discount (${discount.code})`, value: money(`-${discount.amount}`) }] : []),
    ...(Number(tip) > 0 ? [{ label: 'Tip', value: money(tip) }] : []),
    { label: 'Processing fee', value: money('0') },
    ...taxLines(tax, money),
  ]
}

function titleLine({ title, issuer, seller }: Receipt, value: string): PrintedLine {
  return { label: title, value, isTitle: true, ...(issuer && seller && { note: `Creator: ${seller}` }) }
}

/** The amounts above contain the tax. */
function taxLines(tax: Receipt['tax'], money: (amount: string) => string): Array<PrintedLine> {
  if (!tax) return []
  return [
    { label: 'Net', value: money(tax.netAmount), isPart: true },
    { label: `Tax (${formatTaxRate(tax.rateMillionths)})`, value: money(tax.amount), isPart: true },
  ]
}

function withoutEmpty(lines: Lines): Lines {
  return lines.filter(([, value]) => value !== '')
}

/** The difference of two decimal strings with the same decimals. */
function subtract(a: string, b: string): string {
  const decimals = a.split('.')[1]?.length ?? 0
  const difference = Number(a.replace('.', '')) - Number(b.replace('.', ''))
  const digits = String(Math.abs(difference)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  return `${difference < 0 ? '-' : ''}${whole}${decimals > 0 ? `.${digits.slice(-decimals)}` : ''}`
}
