import { isEuVatId, normalizeVatId, vatIdPrefixOf } from './vat-id.ts'

type TaxNumberForm = {
  /** What the country calls it. */
  name: string
  example: string
  isValid: (number: string) => boolean
}

const matches = (form: RegExp) => (number: string) => form.test(number)

/**
 * Numbers of businesses outside the EU, by country. Those of Switzerland, Liechtenstein, the United Kingdom and Norway begin with their
 * country or are written with it; others don't. Sources: the tax offices' own descriptions (Japan: National Tax Agency, invoice
 * system; Australia: Australian Business Register; India: GST Network; New Zealand: Inland Revenue; Canada: Revenue Agency).
 */
const forms = new Map<string, TaxNumberForm>([
  ['AU', { name: 'ABN', example: '51 824 753 556', isValid: isAbn }],
  ['CA', { name: 'GST/HST number', example: '123456789RT0001', isValid: matches(/^\d{9}RT\d{4}$/) }],
  ['CH', { name: 'VAT ID', example: 'CHE123456789', isValid: matches(/^CHE\d{9}(MWST|TVA|IVA)?$/) }],
  ['GB', { name: 'VAT ID', example: 'GB123456789', isValid: matches(/^GB(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/) }],
  ['IN', { name: 'GSTIN', example: '27AAPFU0939F1ZV', isValid: isGstin }],
  ['JP', { name: 'Registration number', example: 'T1234567890123', isValid: matches(/^T\d{13}$/) }],
  ['LI', { name: 'VAT ID', example: 'CHE123456789', isValid: matches(/^CHE\d{9}(MWST|TVA|IVA)?$/) }],
  ['NO', { name: 'VAT ID', example: 'NO123456789MVA', isValid: matches(/^NO\d{9}(MVA)?$/) }],
  ['NZ', { name: 'GST number', example: '123-456-789', isValid: matches(/^\d{8,9}$/) }],
])

const euForm: TaxNumberForm = { name: 'VAT ID', example: 'DE123456789', isValid: isEuVatId }

/** What a country calls the number of a business for its tax on sales, with an example. */
export function taxNumberForm(country: string): Pick<TaxNumberForm, 'name' | 'example'> {
  return forms.get(country) ?? euForm
}

/** What a document calls a number: that of the country whose form it has. */
export function taxNumberName(number: string): string {
  const country = taxNumberCountry(number)
  return country === undefined ? 'VAT ID' : taxNumberForm(country).name
}

/** A number after what its country calls it: `VAT ID DE123456789`, `ABN 51824753556`. */
export function taxNumberLine(number: string): string {
  return `${taxNumberName(normalizeVatId(number))} ${number}`
}

/**
 * A business's number as it is typed, without spaces, dots and hyphens; undefined when it has no form that we know. An EU
 * VAT ID may be typed without its country. Whether it exists is not checked here.
 */
export function parseTaxNumber(typed: string, country = ''): string | undefined {
  const number = normalizeVatId(typed)
  const prefixed = `${vatIdPrefixOf(country)}${number}`
  const candidates = [number, ...(country === '' ? [] : [prefixed])]
  const found = candidates.find((each) => forms.get(country)?.isValid(each) || isEuVatId(each))
  if (found !== undefined) return found
  return taxNumberCountry(number) === undefined ? undefined : number
}

/** The country (ISO 3166-1) of a normalized number, by its form: Greece's begin with EL, Northern Ireland's with XI. */
export function taxNumberCountry(number: string): string | undefined {
  if (isEuVatId(number)) return euCountryOf(number.slice(0, 2))
  for (const [country, { isValid }] of forms) if (isValid(number)) return country
  return undefined
}

function euCountryOf(prefix: string): string {
  if (prefix === 'EL') return 'GR'
  return prefix === 'XI' ? 'GB' : prefix
}

/** The weights of an ABN's 11 digits, the first one less 1. Their sum is a multiple of 89. */
const abnWeights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]

function isAbn(number: string): boolean {
  if (!/^\d{11}$/.test(number)) return false
  const digits = [...number].map(Number)
  const sum = digits.reduce(
    (total, digit, index) => total + (index === 0 ? digit - 1 : digit) * (abnWeights[index] ?? 0),
    0,
  )
  return sum % 89 === 0
}

const gstinCharacters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** State, PAN, entity, Z and a check character: weights 1 and 2 by turns, in base 36. */
function isGstin(number: string): boolean {
  if (!/^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]$/.test(number)) return false
  const sum = [...number.slice(0, 14)].reduce((total, character, index) => {
    const product = gstinCharacters.indexOf(character) * (index % 2 === 0 ? 1 : 2)
    return total + Math.floor(product / 36) + (product % 36)
  }, 0)
  return gstinCharacters[(36 - (sum % 36)) % 36] === number[14]
}
