import { dictionary } from './dictionary.ts'
import { isEmail, maskEmail, normalizeEmail } from './email-address.ts'
import { limits } from './limits.ts'
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

/** A value in its stored form, or an error message. This file has no schemas, because pages load it. */
type ParsedText = { value: string } | { error: string }

/** A part of a bank account. In the stored text its value follows `prefix`, as in `IBAN DE89…`. */
export type BankField = {
  name: string
  prefix: string
  label: string
  placeholder?: string
  parse(text: string): ParsedText
}
export type BankFormId = 'us' | 'iban' | 'uk' | 'ca' | 'au' | 'in' | 'swift'
type BankForm = { label: string; fields: ReadonlyArray<BankField> }

const holderPattern = /^[\p{L}\p{M}\p{N} .'’&-]{2,80}$/u

export function parseAccountHolder(text: string): ParsedText {
  const value = text.trim().replace(/\s+/g, ' ')
  return holderPattern.test(value) ? { value } : { error: 'Enter the name on the account' }
}

const accountNumber = (digits: DigitCount): BankField => ({
  name: 'accountNumber',
  prefix: 'account',
  label: 'Account number',
  parse: (text) => parseDigits(text, digits, `Enter an account number of ${range(digits)} digits`),
})

/** The forms of bank accounts, by what banks of a region ask for. */
export const bankForms: Record<BankFormId, BankForm> = {
  us: {
    label: 'US account',
    fields: [
      {
        name: 'routing',
        prefix: 'routing',
        label: 'Routing number',
        placeholder: '9 digits',
        parse: parseRoutingNumber,
      },
      accountNumber({ min: 4, max: 17 }),
    ],
  },
  iban: {
    label: 'IBAN',
    fields: [
      {
        name: 'iban',
        prefix: 'IBAN',
        label: 'IBAN',
        placeholder: 'DE89 3704 0044 0532 0130 00',
        parse: parseIban,
      },
    ],
  },
  uk: {
    label: 'UK account',
    fields: [
      {
        name: 'sortCode',
        prefix: 'sort code',
        label: 'Sort code',
        placeholder: '12-34-56',
        parse: (text) => parseDigits(text, { min: 6, max: 6 }, 'Enter the 6-digit sort code of your bank'),
      },
      accountNumber({ min: 7, max: 8 }),
    ],
  },
  ca: {
    label: 'Canadian account',
    fields: [
      {
        name: 'transit',
        prefix: 'transit',
        label: 'Transit number',
        placeholder: '5 digits',
        parse: (text) => parseDigits(text, { min: 5, max: 5 }, 'Enter the 5-digit transit number'),
      },
      {
        name: 'institution',
        prefix: 'institution',
        label: 'Institution number',
        placeholder: '3 digits',
        parse: (text) => parseDigits(text, { min: 3, max: 3 }, 'Enter the 3-digit institution number'),
      },
      accountNumber({ min: 5, max: 12 }),
    ],
  },
  au: {
    label: 'Australian account',
    fields: [
      {
        name: 'bsb',
        prefix: 'BSB',
        label: 'BSB',
        placeholder: '062-000',
        parse: (text) => parseDigits(text, { min: 6, max: 6 }, 'Enter the 6-digit BSB of your bank'),
      },
      accountNumber({ min: 5, max: 10 }),
    ],
  },
  in: {
    label: 'Indian account',
    fields: [
      {
        name: 'ifsc',
        prefix: 'IFSC',
        label: 'IFSC code',
        placeholder: 'HDFC0001234',
        parse: (text) =>
          parseCode(text, /^[A-Z]{4}0[A-Z0-9]{6}$/, 'Enter the 11-character IFSC code of your bank'),
      },
      accountNumber({ min: 9, max: 18 }),
    ],
  },
  swift: {
    label: 'BIC and account',
    fields: [
      {
        name: 'bic',
        prefix: 'BIC',
        label: 'BIC (SWIFT code)',
        placeholder: 'BOTKJPJT',
        parse: (text) =>
          parseCode(
            text,
            /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
            'Enter the BIC of your bank, 8 or 11 characters',
          ),
      },
      {
        name: 'accountNumber',
        prefix: 'account',
        label: 'Account number',
        parse: (text) =>
          parseCode(text, /^[A-Z0-9]{4,34}$/, 'Enter an account number of 4 to 34 letters and digits'),
      },
    ],
  },
}

/** Countries whose banks use IBANs (the SEPA area and some more). */
const ibanCountries = new Set(
  'AD AE AL AT AX AZ BA BE BG BH BR CH CR CY CZ DE DK DO EE EG ES FI FO FR GE GF GI GL GP GR GT HR HU IE IL IQ IS IT JO KW KZ LB LI LT LU LV MC MD ME MK MQ MR MT MU NL NO PK PL PS PT QA RE RO RS SA SC SE SI SK SM ST SV TN TR UA VA VG XK YT'.split(
    ' ',
  ),
)
const formsByCountry: Record<string, ReadonlyArray<BankFormId>> = dictionary({
  US: ['us'],
  PR: ['us'],
  GB: ['uk', 'iban'],
  CA: ['ca'],
  AU: ['au'],
  IN: ['in'],
})

/** The forms of a creator's country, the usual one first; the most common ones while the country is unknown. */
export function bankFormsOf(country: string | null): ReadonlyArray<BankFormId> {
  if (country === null) return ['us', 'iban', 'swift']
  return formsByCountry[country] ?? (ibanCountries.has(country) ? ['iban'] : ['swift'])
}

/** The stored text of an account whose parts are parsed: `Mara Lind, IBAN DE89370400440532013000`. */
export function formatBankAccount(form: BankFormId, holder: string, values: Record<string, string>): string {
  return [holder, ...bankForms[form].fields.map(({ name, prefix }) => `${prefix} ${values[name]}`)].join(', ')
}

/** Parses a stored or typed text of any form. Undefined when it has the parts of none. */
function parseBankAccount(text: string): ParsedText | undefined {
  const [holderText = '', ...parts] = text.split(', ')
  const form = formIds.find((id) => hasParts(id, parts))
  if (!form) return undefined
  const holder = parseAccountHolder(holderText)
  if ('error' in holder) return holder
  const values: Record<string, string> = dictionary()
  for (const [index, { name, prefix, parse }] of bankForms[form].fields.entries()) {
    const parsed = parse((parts[index] ?? '').slice(prefix.length + 1))
    if ('error' in parsed) return parsed
    values[name] = parsed.value
  }
  return { value: formatBankAccount(form, holder.value, values) }
}

const formIds = Object.keys(bankForms).filter(isBankFormId)

export function isBankFormId(text: string | undefined): text is BankFormId {
  return text !== undefined && Object.hasOwn(bankForms, text)
}

function hasParts(id: BankFormId, parts: ReadonlyArray<string>): boolean {
  const { fields } = bankForms[id]
  return (
    parts.length === fields.length &&
    fields.every(({ prefix }, index) => parts[index]?.toLowerCase().startsWith(`${prefix.toLowerCase()} `))
  )
}

/** An IBAN without spaces, its check digits verified (ISO 13616). */
export function parseIban(text: string): ParsedText {
  const value = text.replace(/[\s-]/g, '').toUpperCase()
  const isIban = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(value) && ibanRemainder(value) === 1
  return isIban ? { value } : { error: 'Enter a valid IBAN, such as DE89 3704 0044 0532 0130 00' }
}

/** A US routing number: nine digits, the last one a checksum (ABA). */
export function parseRoutingNumber(text: string): ParsedText {
  const value = text.replace(/[\s-]/g, '')
  const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1]
  const sum = weights.reduce((total, weight, index) => total + weight * Number(value[index]), 0)
  const isRoutingNumber = /^\d{9}$/.test(value) && sum > 0 && sum % 10 === 0
  return isRoutingNumber ? { value } : { error: 'Enter the 9-digit routing number of your bank' }
}

type DigitCount = { min: number; max: number }

function parseDigits(text: string, { min, max }: DigitCount, error: string): ParsedText {
  const value = text.replace(/[\s-]/g, '')
  return new RegExp(`^\\d{${min},${max}}$`).test(value) ? { value } : { error }
}

function parseCode(text: string, pattern: RegExp, error: string): ParsedText {
  const value = text.replace(/[\s-]/g, '').toUpperCase()
  return pattern.test(value) ? { value } : { error }
}

function range({ min, max }: DigitCount): string {
  return min === max ? String(min) : `${min} to ${max}`
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
