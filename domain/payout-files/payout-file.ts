import { readBankAccount, readNamedEmail } from '../../contract/bank-accounts.ts'
import { type Currency, formatDecimal, type MinorUnits } from '../../contract/money.ts'
import type { PayoutFileFormat } from '../../contract/payout-batches.ts'
import type { PayoutMethod } from '../../contract/payouts.ts'
import { payoutUnit } from '../payout.ts'

/** A payout with its payout details in clear. */
export type FilePayout = {
  id: number
  amount: MinorUnits
  currency: Currency
  method: PayoutMethod
  details: string
  /** Their legal name and whether they are a business, where the creator has given payee details. */
  payeeName?: string
  isBusiness?: boolean
}

/** The countries of the SEPA schemes by the code of their IBANs (EPC409-09, “List of SEPA Scheme Countries”). */
const sepaCountries = new Set(
  'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA'.split(
    ' ',
  ),
)

/** How an operator pays bank accounts: with files of their bank, with Wise, or by hand from a table. */
export type BankRoute = 'bank' | 'wise' | 'csv'

/**
 * The file that a payout goes into. What a provider could not pay from its own file is in a table: details of earlier
 * versions without a name or an account type, and text that a spreadsheet would run as a formula.
 */
export function fileFormatOf(
  { method, details, currency }: FilePayout,
  bankRoute: BankRoute,
): PayoutFileFormat {
  if (/^[=+\-@\t]/.test(details) && method !== 'venmo') return 'csv'
  if (method === 'paypal' || method === 'venmo') return 'paypal'
  if (method === 'wise') return readNamedEmail(details) ? 'wise_email' : 'csv'
  return method === 'bank' ? bankFormatOf(details, currency, bankRoute) : 'csv'
}

function bankFormatOf(details: string, currency: Currency, route: BankRoute): PayoutFileFormat {
  const account = readBankAccount(details)
  if (!account || 'error' in account || route === 'csv') return 'csv'
  const { form, values } = account
  if (route === 'wise') return form === 'us' && !values.accountType ? 'csv' : 'wise_bank'
  if (form === 'iban' && currency === 'EUR' && sepaCountries.has(values.iban?.slice(0, 2) ?? ''))
    return 'sepa'
  return form === 'us' && currency === 'USD' && values.accountType ? 'ach' : 'csv'
}

/** The most rows of a file. PayPal's and Wise's are theirs; banks differ, and these are within the limits of all we know. */
export const maxFileRows: Record<PayoutFileFormat, number> = {
  paypal: 5_000,
  wise_email: 1_000,
  wise_bank: 1_000,
  sepa: 5_000,
  ach: 5_000,
  csv: 5_000,
}

/** `100.50`; without decimals in currencies whose payouts are whole units. */
export function fileAmount({ amount, currency }: Pick<FilePayout, 'amount' | 'currency'>): string {
  const text = formatDecimal(amount, currency)
  return payoutUnit(currency) > 1 ? text.replace(/\.0+$/, '') : text
}

/** Lines of a CSV file that a program reads (RFC 4180): no byte order mark, and no cell is changed. */
export function machineCsv(rows: ReadonlyArray<ReadonlyArray<string>>): string {
  return rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A payout's number in ten letters and digits at most, which fits into the shortest reference of a bank transfer. */
export function shortReference(id: number): string {
  return id.toString(36).toUpperCase()
}

/** The number of a payout from its short form. */
export function fromShortReference(text: string): number {
  return Number.parseInt(text, 36)
}
