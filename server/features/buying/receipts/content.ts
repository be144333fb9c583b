import { countryName } from '../../../../contract/countries.ts'
import type { Receipt, ReceiptCorrection, ReceiptSeller } from '../../../../contract/receipts.ts'
import { site } from '../../../../contract/site.ts'
import { formatLongDate } from '../../../../domain/dates.ts'
import { formatDecimalMoney } from '../../../../domain/format.ts'
import { formatTaxRate } from '../../../../domain/tax.ts'
import type { ReceiptContent } from '../../../ports/document-renderer.ts'

type Lines = Array<[label: string, value: string]>

/** The text of a receipt, for the PDF and for emails. Amounts are written as on the page. */
export function receiptContent(receipt: Receipt): ReceiptContent {
  const money = (amount: string) => formatDecimalMoney(amount, receipt.currency)
  const { tax, refundedAmount, corrections, state } = receipt
  const refunds: Lines = state === 'paid' ? [] : [['Refunded', money(`-${refundedAmount}`)]]
  const { closing, ...document } = documentContent(receipt)
  return {
    ...document,
    closing: [...closing, ...consentLines(receipt), ...legalPageLines()],
    fileName: `receipt-${receipt.number ?? receipt.id}.pdf`,
    heading: 'Receipt',
    facts: withoutEmpty([
      ['Receipt number', receipt.number ?? ''],
      ...orderLines(receipt),
      ...corrections.map(({ kind, number }): [string, string] => [correctionLabels[kind], number]),
    ]),
    sums: [
      ['Price', money(receipt.listAmount)],
      ...discountLines(receipt),
      ...tipLines(receipt),
      ...taxLines(tax, money),
      ...refunds,
    ],
    total: ['Total paid', money(receipt.netAmount)],
  }
}

/** The text of a correction, which refers to the receipt that it corrects. */
export function correctionContent(
  receipt: Receipt,
  { number, kind, issuedAt, amount, taxAmount }: ReceiptCorrection,
): ReceiptContent {
  const money = (amount: string) => formatDecimalMoney(amount, receipt.currency)
  const { tax } = receipt
  const netAmount = subtract(amount, taxAmount)
  const { closing, ...document } = documentContent(receipt)
  return {
    ...document,
    // What the buyer agreed to is on the receipt that this refers to.
    closing: [...closing, ...legalPageLines()],
    fileName: `${kind === 'credit_note' ? 'credit-note' : 'correction'}-${number}.pdf`,
    heading: correctionLabels[kind],
    facts: withoutEmpty([
      ['Number', number],
      ['Issued', formatLongDate(new Date(issuedAt))],
      ['Corrects receipt', receipt.number ?? ''],
      ...orderLines(receipt),
    ]),
    sums: tax ? taxLines({ ...tax, amount: taxAmount, netAmount }, money) : [],
    total: [kind === 'credit_note' ? 'Credited' : 'Total', money(amount)],
  }
}

const correctionLabels: Record<ReceiptCorrection['kind'], string> = {
  receipt: 'Receipt',
  credit_note: 'Credit note',
  credit_note_reversal: 'Cancellation of a credit note',
}

function documentContent(receipt: Receipt) {
  const siteName = site().name
  return {
    siteName,
    isTest: receipt.isTest,
    sellerLines: receipt.issuer ? sellerLines(receipt.issuer) : [],
    closing: [`Paid by card through ${siteName}.`],
  }
}

/** What the buyer agreed to before paying, which the law wants in the confirmation. */
export function consentLines({ withdrawalConsent }: Receipt): Array<string> {
  if (!withdrawalConsent) return []
  const { text, at } = withdrawalConsent
  return [`On ${formatLongDate(new Date(at))} you agreed: “${text}”`]
}

/** The addresses of the legal pages, because a printed document has no links. */
function legalPageLines(): Array<string> {
  const { publicUrl } = site()
  if (!publicUrl) return []
  const pages = { Terms: 'terms', Privacy: 'privacy', Imprint: 'imprint' }
  return Object.entries(pages).map(([label, page]) => `${label}: ${publicUrl}/${page}`)
}

function sellerLines({ name, address, country, registration, vatId, email }: ReceiptSeller) {
  return [
    name,
    ...address.split(/\r?\n/),
    country && countryName(country),
    registration && `Registration number ${registration}`,
    vatId && `VAT ID ${vatId}`,
    email,
  ].filter((line) => line.trim() !== '')
}

function orderLines({
  id,
  paidAt,
  email,
  card,
  seller,
  title,
  business,
  issuer,
  ...receipt
}: Receipt): Lines {
  const { buyerCountry, tax } = receipt
  return [
    ['Order number', String(id)],
    ['Date', formatLongDate(new Date(paidAt))],
    ['Paid by', email],
    ['Company', business?.name ?? ''],
    ['VAT ID', business?.vatId ?? ''],
    // The place of supply, which decides the tax.
    ['Country', tax && buyerCountry ? countryName(buyerCountry) : ''],
    ['Card', card ?? ''],
    [issuer ? 'Creator' : 'Sold by', seller ?? ''],
    ['Item', title],
  ]
}

function discountLines({ discount, currency }: Receipt): Lines {
  if (!discount) return []
  return [[`Discount (${discount.code})`, formatDecimalMoney(`-${discount.amount}`, currency)]]
}

function tipLines({ tip, currency }: Receipt): Lines {
  return Number(tip) > 0 ? [['Tip', formatDecimalMoney(tip, currency)]] : []
}

function taxLines(tax: Receipt['tax'], money: (amount: string) => string): Lines {
  if (!tax) return []
  return [
    ['Net', money(tax.netAmount)],
    [`Tax (${formatTaxRate(tax.rateBps)})`, money(tax.amount)],
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
