import type { PayoutMethod } from './payouts.ts'

/** A payout destination in its stored form, or an error message. This file has no schemas, because pages load it. */
type ParsedDestination = { value: string } | { error: string }

const emailPattern = /^[^\s@"<>(),:;[\]\\]+@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.[a-z]{2,63}$/i
const holderPattern = /^[\p{L}\p{M}\p{N} .'’&-]{2,80}$/u

const parsers: Record<PayoutMethod, (text: string) => ParsedDestination> = {
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
export function parsePayoutDestination(method: PayoutMethod, text: string): ParsedDestination {
  const trimmed = text.trim()
  if (trimmed === '') return { error: 'Enter your payout details' }
  return parsers[method](trimmed)
}

/** A bank account's stored form. Callers validate the parts first, so that each error belongs to one field. */
export function formatBankAccount(account: {
  holder: string
  iban?: string
  routing?: string
  accountNumber?: string
}): string {
  const { holder, iban, routing, accountNumber } = account
  return iban === undefined
    ? `${holder}, routing ${routing}, account ${accountNumber}`
    : `${holder}, IBAN ${iban}`
}

export function parseAccountHolder(text: string): ParsedDestination {
  const value = text.trim().replace(/\s+/g, ' ')
  return holderPattern.test(value) ? { value } : { error: 'Enter the name on the account' }
}

/** An IBAN without spaces, its check digits verified (ISO 13616). */
export function parseIban(text: string): ParsedDestination {
  const value = text.replace(/[\s-]/g, '').toUpperCase()
  const isIban = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(value) && ibanRemainder(value) === 1
  return isIban ? { value } : { error: 'Enter a valid IBAN, such as DE89 3704 0044 0532 0130 00' }
}

/** A US routing number: nine digits, the last one a checksum (ABA). */
export function parseRoutingNumber(text: string): ParsedDestination {
  const value = text.replace(/[\s-]/g, '')
  const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1]
  const sum = weights.reduce((total, weight, index) => total + weight * Number(value[index]), 0)
  const isRoutingNumber = /^\d{9}$/.test(value) && sum > 0 && sum % 10 === 0
  return isRoutingNumber ? { value } : { error: 'Enter the 9-digit routing number of your bank' }
}

export function parseAccountNumber(text: string): ParsedDestination {
  const value = text.replace(/[\s-]/g, '')
  return /^\d{4,17}$/.test(value) ? { value } : { error: 'Enter an account number of 4 to 17 digits' }
}

function parseBankAccount(text: string): ParsedDestination | undefined {
  const parts = /^([^,]+), (?:IBAN (.+)|routing ([^,]+), account ([^,]+))$/i.exec(text)
  if (!parts) return undefined
  const [, holderText = '', ibanText, routingText = '', accountText = ''] = parts
  const holder = parseAccountHolder(holderText)
  if ('error' in holder) return holder
  if (ibanText !== undefined) {
    const iban = parseIban(ibanText)
    return 'error' in iban ? iban : { value: formatBankAccount({ holder: holder.value, iban: iban.value }) }
  }
  const routing = parseRoutingNumber(routingText)
  if ('error' in routing) return routing
  const accountNumber = parseAccountNumber(accountText)
  if ('error' in accountNumber) return accountNumber
  return {
    value: formatBankAccount({
      holder: holder.value,
      routing: routing.value,
      accountNumber: accountNumber.value,
    }),
  }
}

function parseEmail(text: string): ParsedDestination | undefined {
  return text.length <= 254 && emailPattern.test(text) ? { value: text } : undefined
}

/** Stored as `(555) 010-0199`, which no spreadsheet reads as a formula. */
function parseUsPhone(text: string): ParsedDestination | undefined {
  if (!/^[+\d\s().-]+$/.test(text)) return undefined
  const digits = text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  const parts = /^([2-9]\d{2})(\d{3})(\d{4})$/.exec(digits)
  return parts ? { value: `(${parts[1]}) ${parts[2]}-${parts[3]}` } : undefined
}

function parseVenmoName(text: string): ParsedDestination | undefined {
  const name = text.replace(/^@/, '')
  const isName = /^[a-z0-9_-]{5,30}$/i.test(name) && (text.startsWith('@') || /[a-z]/i.test(name))
  return isName ? { value: `@${name}` } : undefined
}

/** One to twenty letters and digits with at least one letter. */
function parseCashtag(text: string): ParsedDestination | undefined {
  const tag = text.replace(/^\$/, '')
  return /^(?=.*[a-z])[a-z0-9]{1,20}$/i.test(tag) ? { value: `$${tag}` } : undefined
}

/** The remainder of ISO 7064 (MOD 97-10), digit by digit; letters count from 10. */
function ibanRemainder(iban: string): number {
  const rearranged = iban.slice(4) + iban.slice(0, 4)
  let remainder = 0
  for (const character of rearranged)
    for (const digit of String(Number.parseInt(character, 36)))
      remainder = (remainder * 10 + Number(digit)) % 97
  return remainder
}

/** A destination for its owner: a bank account by its last four digits, any other destination in full. */
export function shortenDestination(destination: string): string {
  const [, account] = /, (?:IBAN|routing \d+, account) ([A-Z0-9]+)$/.exec(destination) ?? []
  return account ? `account ending in ${account.slice(-4)}` : destination
}

/** A destination that only its owner recognizes: `m•••@example.com`, `account ending in 8140`, `•••0199`, `$m•••`. */
export function maskDestination(destination: string): string {
  const at = destination.lastIndexOf('@')
  if (at > 0) return `${destination.slice(0, 1)}•••${destination.slice(at)}`
  if (/^[@$]/.test(destination)) return `${destination.slice(0, 2)}•••`
  if (destination.startsWith('(')) return `•••${destination.slice(-4)}`
  return shortenDestination(destination)
}
