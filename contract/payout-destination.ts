import { parseBankAccount, readNamedEmail } from './bank-accounts.ts'
import type { ParsedText } from './bank-checks.ts'
import { dictionary } from './dictionary.ts'
import { isEmail, maskEmail, normalizeEmail } from './email-address.ts'
import { limits } from './limits.ts'
import type { PayoutMethod } from './payouts.ts'

const parsers: Record<PayoutMethod, (text: string) => ParsedText> = {
  paypal: (text) => parsePayPalEmail(text) ?? { error: 'Enter an email address like name@example.com' },
  wise: (text) =>
    parseNamedEmail(text) ?? parseEmail(text) ?? { error: 'Enter an email address like name@example.com' },
  bank: (text) => parseBankAccount(text) ?? parseEmail(text) ?? { error: 'Enter your bank account' },
  zelle: (text) =>
    parseEmail(text) ??
    parseUsPhone(text) ?? { error: 'Enter an email address or a 10-digit US phone number' },
  venmo: (text) =>
    parseVenmoName(text) ??
    parseUsPhone(text) ??
    parsePayPalEmail(text) ?? { error: 'Enter your @username or a 10-digit US phone number' },
  cashapp: (text) =>
    parseCashtag(text) ?? parseEmail(text) ?? { error: 'Enter your $cashtag, such as $maralind' },
}

/**
 * Parses the destination of a payout method. Every method also accepts an email address, because the API's field is
 * `payoutEmail`.
 */
export function parsePayoutDestination(method: PayoutMethod, text: string): ParsedText {
  const trimmed = text.trim()
  if (trimmed === '') return { error: 'Enter your payout details' }
  return parsers[method](trimmed)
}

/** PayPal's file has the address as it is, so none may begin like the formula of a spreadsheet. */
function parsePayPalEmail(text: string): ParsedText | undefined {
  return /^[=+\-@]/.test(text.trim()) ? undefined : parseEmail(text)
}

function parseEmail(text: string): ParsedText | undefined {
  const email = normalizeEmail(text)
  return email.length <= limits.maxEmailLength && isEmail(email) ? { value: email } : undefined
}

/** `Mara Lind, mara@example.com`: Wise pays to the name on the account. */
function parseNamedEmail(text: string): ParsedText | undefined {
  const named = readNamedEmail(text)
  if (!named || named.email.length > limits.maxEmailLength) return undefined
  return { value: `${named.name}, ${named.email}` }
}

/** Stored as `(555) 010-0199`, which no spreadsheet reads as a formula. */
function parseUsPhone(text: string): ParsedText | undefined {
  if (!/^[+\d\s().-]+$/.test(text)) return undefined
  const digits = text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  const parts = /^([2-9]\d{2})(\d{3})(\d{4})$/.exec(digits)
  return parts ? { value: `(${parts[1]}) ${parts[2]}-${parts[3]}` } : undefined
}

function parseVenmoName(text: string): ParsedText | undefined {
  const name = text.replace(/^@/, '')
  const isName = /^[a-z0-9_-]{5,30}$/i.test(name) && (text.startsWith('@') || /[a-z]/i.test(name))
  return isName ? { value: `@${name}` } : undefined
}

/** One to twenty letters and digits with at least one letter. */
function parseCashtag(text: string): ParsedText | undefined {
  const tag = text.replace(/^\$/, '')
  return /^(?=.*[a-z])[a-z0-9]{1,20}$/i.test(tag) ? { value: `$${tag}` } : undefined
}

/** Zelle, Venmo and Cash App pay into accounts in the United States only. */
const usOnlyMethods: ReadonlySet<PayoutMethod> = new Set<PayoutMethod>(['zelle', 'venmo', 'cashapp'])

/** The currencies of PayPal's payouts (developer.paypal.com, “PayPal Supported Currencies”). */
const payPalCurrencies: ReadonlySet<string> = new Set(
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD'.split(
    ' ',
  ),
)

/** In these PayPal keeps money of accounts in the country itself only. */
const payPalHomeCurrencies: Record<string, string> = dictionary({ BRL: 'BR', CNY: 'CN', MYR: 'MY' })

/**
 * Whether a creator of this country can be paid by a method in this currency; of any country while it is unknown.
 */
export function isMethodOffered(method: PayoutMethod, country: string | null, currency: string): boolean {
  if (method === 'paypal' && !isPayPalCurrency(currency, country)) return false
  if (!usOnlyMethods.has(method)) return true
  return (country === null || country === 'US') && currency === 'USD'
}

function isPayPalCurrency(currency: string, country: string | null): boolean {
  const home = payPalHomeCurrencies[currency]
  return payPalCurrencies.has(currency) && (home === undefined || country === null || country === home)
}

/** A destination that only its owner recognizes: `m•••@example.com`, `account ending in 8140`, `•••0199`, `$m•••`. */
export function maskDestination(destination: string): string {
  if (destination.lastIndexOf('@') > 0) return maskEmail(readNamedEmail(destination)?.email ?? destination)
  const [, ...parts] = destination.split(', ')
  const account = parts.at(-1)?.replace(/[^A-Z0-9]/gi, '')
  if (account && /[A-Z0-9]{4}$/i.test(account)) return `account ending in ${account.slice(-4)}`
  if (/^[@$]/.test(destination)) return `${destination.slice(0, 2)}•••`
  return destination.startsWith('(') ? `•••${destination.slice(-4)}` : '•••'
}
