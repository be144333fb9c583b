import { dictionary } from '../contract/dictionary.ts'
import {
  addressFormOf,
  normalizeTaxNumber,
  type PayeeKind,
  taxNumberFormOf,
} from '../contract/payee-forms.ts'
import type { PayeeInput } from '../contract/payees.ts'
import { blockedCountryMessage } from './blocked-countries.ts'
import { hasEuVat, isEuVatId, normalizeVatId } from './vat-id.ts'

/** Who is paid, as it is stored. What a kind or a country does not have is empty. */
export type PayeeDetails = PayeeInput

type Rules = {
  /** The UTC day, `2026-03-01`. */
  today: string
  blockedCountries: ReadonlyArray<string>
}

export type ParsedPayee = { details: PayeeDetails } | { errors: Record<string, string> }

/** Parses what someone typed into the form of payee details: what kind and country need, or a message for each field. */
export function parsePayee(input: PayeeInput, rules: Rules): ParsedPayee {
  const errors: Record<string, string> = dictionary()
  const { kind, country } = input
  const isPerson = kind === 'person'
  const { hasPostalCode, postalCodeLabel, regionLabel } = addressFormOf(country)
  const need = (name: keyof PayeeInput, message: string) => {
    if (input[name] === '') errors[name] = message
  }
  if (rules.blockedCountries.includes(country)) errors.country = blockedCountryMessage
  need('legalName', isPerson ? 'Enter the name in your passport or ID' : 'Enter the registered name')
  if (isPerson && !isBirthDate(input.birthDate, rules.today)) errors.birthDate = 'Enter your date of birth'
  if (!isPerson) need('representative', 'Enter who acts for the business')
  need('street', 'Enter the street and number')
  need('city', 'Enter the city')
  if (hasPostalCode) need('postalCode', `Enter the ${lowerFirst(postalCodeLabel)}`)
  if (regionLabel) need('region', `Enter the ${regionLabel.toLowerCase()}`)
  const taxNumber = normalizeTaxNumber(input.taxNumber)
  const taxNumberError = taxNumberProblem(taxNumber, country, kind)
  if (taxNumberError) errors.taxNumber = taxNumberError
  const vatId = normalizeVatId(input.vatId)
  const vatIdError = vatIdProblem(vatId, country)
  if (vatIdError) errors.vatId = vatIdError
  if (Object.keys(errors).length > 0) return { errors }
  return {
    details: {
      ...input,
      birthDate: isPerson ? input.birthDate : '',
      registrationNumber: isPerson ? '' : input.registrationNumber,
      representative: isPerson ? '' : input.representative,
      postalCode: hasPostalCode ? input.postalCode : '',
      region: regionLabel ? input.region : '',
      taxNumber: taxNumberFormOf(country, kind) ? taxNumber : '',
      vatId,
    },
  }
}

/** `ZIP code` stays, `Postal code` begins small. */
function lowerFirst(label: string): string {
  return /^[A-Z]{2}|^Eircode/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)
}

const oldestBirthYear = 1900

/** Whether a text is a day, `1988-03-09`, on which someone alive may have been born. */
export function isBirthDate(text: string, today: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text >= today || Number(text.slice(0, 4)) < oldestBirthYear)
    return false
  const at = Date.parse(text)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

function taxNumberProblem(taxNumber: string, country: string, kind: PayeeKind): string | undefined {
  const form = taxNumberFormOf(country, kind)
  // A field that isn't there has nothing to say.
  if (!form) return undefined
  if (taxNumber === '') return form.isRequired ? `Enter your ${form.label}` : undefined
  if (form.form.test(taxNumber)) return undefined
  return form.example ? `Enter a number like ${form.example}` : 'Use letters and digits only'
}

/** What is wrong with a normalized VAT ID of a country; undefined when it is right or empty. */
function vatIdProblem(vatId: string, country: string): string | undefined {
  if (vatId === '' || isEuVatId(vatId)) return undefined
  if (!hasEuVat(country) && /^[A-Z0-9]{5,20}$/.test(vatId)) return undefined
  return hasEuVat(country)
    ? 'Enter a VAT ID with its country, like IT01234567890'
    : 'Enter your VAT or GST number, letters and digits only'
}

/** An address in one line, as people of most countries read it: `Via San Nicolò 12, 34121 Trieste, Italy`. */
export function addressLine(
  { street, street2, postalCode, city, region }: Omit<PayeeDetails, 'country'>,
  countryName: string,
): string {
  const place = [postalCode, city].filter(Boolean).join(' ')
  return [street, street2, place, region, countryName].filter(Boolean).join(', ')
}

/** The characters of a tax number that its owner recognizes; none of a short one. */
export function taxNumberEnd(taxNumber: string): string | null {
  if (taxNumber === '') return null
  return taxNumber.length >= 8 ? taxNumber.slice(-4) : taxNumber.slice(-2)
}
