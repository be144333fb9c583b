/**
 * The forms of VAT IDs of the EU's countries and Northern Ireland (XI), without their prefix. Source: question 11 of the FAQ
 * of VIES, the European Commission's register.
 */
const euForms = new Map<string, RegExp>([
  ['AT', /^U\d{8}$/],
  ['BE', /^[01]?\d{9}$/],
  ['BG', /^\d{9,10}$/],
  ['CY', /^\d{8}[A-Z]$/],
  ['CZ', /^\d{8,10}$/],
  ['DE', /^\d{9}$/],
  ['DK', /^\d{8}$/],
  ['EE', /^\d{9}$/],
  ['EL', /^\d{9}$/],
  ['ES', /^[A-Z0-9]\d{7}[A-Z0-9]$/],
  ['FI', /^\d{8}$/],
  ['FR', /^[A-HJ-NP-Z0-9]{2}\d{9}$/],
  ['HR', /^\d{11}$/],
  ['HU', /^\d{8}$/],
  ['IE', /^(\d[A-Z0-9+*]\d{5}[A-Z]|\d{7}[A-W][A-I])$/],
  ['IT', /^\d{11}$/],
  ['LT', /^(\d{9}|\d{12})$/],
  ['LU', /^\d{8}$/],
  ['LV', /^\d{11}$/],
  ['MT', /^\d{8}$/],
  ['NL', /^[A-Z0-9+*]{12}$/],
  ['PL', /^\d{10}$/],
  ['PT', /^\d{9}$/],
  ['RO', /^\d{2,10}$/],
  ['SE', /^\d{12}$/],
  ['SI', /^\d{8}$/],
  ['SK', /^\d{10}$/],
  ['XI', /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/],
])

/** A VAT ID without the spaces, dots and hyphens that people write: `it 012.345-67890` -> `IT01234567890`. */
export function normalizeVatId(text: string): string {
  return text.replace(/[\s.-]/g, '').toUpperCase()
}

/** The letters with which the VAT IDs of a country begin: those of Greece with EL, all others with its code. */
export function vatIdPrefixOf(country: string): string {
  return country === 'GR' ? 'EL' : country
}

/** Whether a country is in the EU's VAT area, where VAT IDs are in its register. */
export function hasEuVat(country: string): boolean {
  return country !== 'XI' && euForms.has(vatIdPrefixOf(country))
}

/** Whether a normalized VAT ID has the form of one in the EU's register. */
export function isEuVatId(vatId: string): boolean {
  return euForms.get(vatId.slice(0, 2))?.test(vatId.slice(2)) ?? false
}

/**
 * Whether two names of a company are the same but for case, marks, punctuation and the spelling of its legal form:
 * `Vitale Suono S.r.l.` and `VITALE SUONO SRL`.
 */
export function isSameCompanyName(one: string, other: string): boolean {
  return comparable(one) === comparable(other)
}

function comparable(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}
