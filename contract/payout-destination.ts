import { type ParsedText, parseBankAccount } from './bank-accounts.ts'
import { isEmail, normalizeEmail } from './email-address.ts'
import { limits } from './limits.ts'
import { maskEmail } from './mask-email.ts'
import type { PayoutMethod } from './payouts.ts'

const parsers: Record<PayoutMethod, (text: string) => ParsedText> = {
  paypal: (text) => parseEmail(text) ?? { error: 'Enter an email address like name@example.com' },
  wise: (text) => parseEmail(text) ?? { error: 'Enter an email address like name@example.com' },
  bank: (text) => parseBankAccount(text) ?? parseEmail(text) ?? { error: 'Enter your bank account' },
  zelle: (text) =>
    parseEmail(text) ??
    parseUsPhone(text) ?? { error: 'Enter an email address or a 10-digit US phone number' },
  venmo: (text) =>
    parseVenmoName(text) ??
    parseUsPhone(text) ??
    parseEmail(text) ?? { error: 'Enter your @username or a 10-digit US phone number' },
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

function parseEmail(text: string): ParsedText | undefined {
  const email = normalizeEmail(text)
  return email.length <= limits.maxEmailLength && isEmail(email) ? { value: email } : undefined
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

/** Whether a creator of this country can be paid by a method; every method while the country is unknown. */
export function isMethodOffered(method: PayoutMethod, country: string | null): boolean {
  return country === null || country === 'US' || !usOnlyMethods.has(method)
}

/** A destination that only its owner recognizes: `m•••@example.com`, `account ending in 8140`, `•••0199`, `$m•••`. */
export function maskDestination(destination: string): string {
  const [, account] = /, .*?([A-Z0-9]{4})$/i.exec(destination) ?? []
  if (account) return `account ending in ${account}`
  if (destination.lastIndexOf('@') > 0) return maskEmail(destination)
  if (/^[@$]/.test(destination)) return `${destination.slice(0, 2)}•••`
  return destination.startsWith('(') ? `•••${destination.slice(-4)}` : '•••'
}
