import type { ParsedText } from './bank-checks.ts'
import { type BankForm, type BankFormId, bankForms } from './bank-forms.ts'
import { dictionary } from './dictionary.ts'
import { isEmail, normalizeEmail } from './email-address.ts'

/** An account as its parts. `values` are those of the form's fields. */
export type BankAccount = { form: BankFormId; holder: string; values: Record<string, string> }

const holderPattern = /^[\p{L}\p{M}\p{N} .'’&-]{2,80}$/u

/** A person's or a business's name as their bank has it. */
export function parseAccountHolder(text: string): ParsedText {
  const value = text.trim().replace(/\s+/g, ' ')
  return holderPattern.test(value) ? { value } : { error: 'Enter the name on the account' }
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
  JP: ['jp', 'swift'],
  MX: ['mx', 'swift'],
  BR: ['br', 'iban'],
  KR: ['kr', 'swift'],
  NZ: ['nz', 'swift'],
  SG: ['sg', 'swift'],
  HK: ['hk', 'swift'],
})

/** The forms of a creator's country, the usual one first; the most common ones while the country is unknown. */
export function bankFormsOf(country: string | null): ReadonlyArray<BankFormId> {
  if (country === null) return ['us', 'iban', 'swift']
  return formsByCountry[country] ?? (ibanCountries.has(country) ? ['iban'] : ['swift'])
}

/** The stored text of an account whose parts are parsed: `Mara Lind, IBAN DE89370400440532013000`. */
export function formatBankAccount({ form, holder, values }: BankAccount): string {
  const parts = bankForms[form].fields.flatMap(({ name, prefix }) =>
    values[name] === undefined ? [] : [`${prefix} ${values[name]}`],
  )
  return [holder, ...parts].join(', ')
}

/** Parses a stored or typed text of any form. Undefined when it has the parts of none. */
export function parseBankAccount(text: string): ParsedText | undefined {
  const account = readBankAccount(text)
  if (account === undefined || 'error' in account) return account
  return { value: formatBankAccount(account) }
}

/** The parts of a stored or typed text; an error message for a wrong part, undefined when it has the parts of no form. */
export function readBankAccount(text: string): BankAccount | { error: string } | undefined {
  const [holderText = '', ...parts] = text.split(', ')
  for (const form of formIds) {
    const texts = partsOf(form, parts)
    if (texts) return readParts(form, holderText, texts)
  }
  return undefined
}

function readParts(
  form: BankFormId,
  holderText: string,
  texts: Record<string, string>,
): BankAccount | { error: string } {
  const { holder: kind, fields } = shownForm(form)
  const holder = (kind?.parse ?? parseAccountHolder)(holderText)
  if ('error' in holder) return holder
  const values: Record<string, string> = dictionary()
  for (const { name, parse } of fields) {
    const typed = texts[name]
    if (typed === undefined) continue
    const parsed = parse(typed)
    if ('error' in parsed) return parsed
    values[name] = parsed.value
  }
  return { form, holder: holder.value, values }
}

const formIds = Object.keys(bankForms).filter(isBankFormId)

export function isBankFormId(text: string | undefined): text is BankFormId {
  return text !== undefined && Object.hasOwn(bankForms, text)
}

/** A form with what only some forms have. */
export function shownForm(form: BankFormId): BankForm {
  return bankForms[form]
}

/** The text of each field, when the parts are those of this form in its order. */
function partsOf(form: BankFormId, parts: ReadonlyArray<string>): Record<string, string> | undefined {
  const texts: Record<string, string> = dictionary()
  let index = 0
  for (const { name, prefix, isNewer } of shownForm(form).fields) {
    const part = parts[index]
    if (part?.toLowerCase().startsWith(`${prefix.toLowerCase()} `)) {
      texts[name] = part.slice(prefix.length + 1)
      index++
    } else if (!isNewer) return undefined
  }
  return index === parts.length ? texts : undefined
}

/** `Mara Lind, mara@example.com`: an address with the name on its account. */
export function readNamedEmail(text: string): { name: string; email: string } | undefined {
  const at = text.lastIndexOf(', ')
  if (at < 0) return undefined
  const name = parseAccountHolder(text.slice(0, at))
  const email = normalizeEmail(text.slice(at + 2))
  return 'value' in name && isEmail(email) ? { name: name.value, email } : undefined
}
