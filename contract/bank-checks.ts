/** The check rules of bank accounts. This file has no schemas, because pages load it. */

/** A value in its stored form, or an error message. */
export type ParsedText = { value: string } | { error: string }

export type DigitCount = { min: number; max: number }

export function parseDigits(text: string, { min, max }: DigitCount, error: string): ParsedText {
  const value = text.replace(/[\s-]/g, '')
  return new RegExp(`^\\d{${min},${max}}$`).test(value) ? { value } : { error }
}

export function parseCode(text: string, pattern: RegExp, error: string): ParsedText {
  const value = text.replace(/[\s-]/g, '').toUpperCase()
  return pattern.test(value) ? { value } : { error }
}

/** One of the values of a list, whatever its case. */
export function parseOption(
  text: string,
  options: ReadonlyArray<{ value: string }>,
  error: string,
): ParsedText {
  const value = text.trim().toLowerCase()
  return options.some((option) => option.value === value) ? { value } : { error }
}

/** An IBAN without spaces, its check digits verified (ISO 13616). */
export function parseIban(text: string): ParsedText {
  const value = text.replace(/[\s-]/g, '').toUpperCase()
  const isIban = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(value) && ibanRemainder(value) === 1
  return isIban ? { value } : { error: 'Enter a valid IBAN, such as DE89 3704 0044 0532 0130 00' }
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

const bicPattern = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/

export function parseBic(text: string): ParsedText {
  return parseCode(text, bicPattern, 'Enter the BIC of your bank, 8 or 11 characters')
}

/** The sum of a number's digits, each times its weight. The weights repeat. */
function weightedSum(digits: string, weights: ReadonlyArray<number>): number {
  return [...digits].reduce(
    (sum, digit, index) => sum + Number(digit) * (weights[index % weights.length] ?? 0),
    0,
  )
}

/** A US routing number: nine digits, the last one a checksum (ABA). */
export function parseRoutingNumber(text: string): ParsedText {
  const value = text.replace(/[\s-]/g, '')
  const sum = weightedSum(value, [3, 7, 1])
  const isRoutingNumber = /^\d{9}$/.test(value) && sum > 0 && sum % 10 === 0
  return isRoutingNumber ? { value } : { error: 'Enter the 9-digit routing number of your bank' }
}

/**
 * A Mexican CLABE: bank, place and account in 17 digits and a control digit. Each digit times its weight counts with its
 * last digit only (Banco de México, circular 3/2012).
 */
export function parseClabe(text: string): ParsedText {
  const value = text.replace(/[\s-]/g, '')
  const error = 'Enter the 18-digit CLABE of your account, such as 0021 8000 0000 0000 09'
  if (!/^\d{18}$/.test(value)) return { error }
  const weights = [3, 7, 1]
  const sum = [...value.slice(0, 17)].reduce(
    (total, digit, index) => total + ((Number(digit) * (weights[index % 3] ?? 0)) % 10),
    0,
  )
  return Number(value[17]) === (10 - (sum % 10)) % 10 ? { value } : { error }
}

/** A Brazilian CPF of a person or CNPJ of a business, with its two check digits; letters of a CNPJ count from 17. */
export function parseBrazilianTaxId(text: string): ParsedText {
  const value = text.replace(/[\s./-]/g, '').toUpperCase()
  const isValid = /^\d{11}$/.test(value)
    ? hasCheckDigits(value, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
    : /^[A-Z0-9]{12}\d{2}$/.test(value) && hasCheckDigits(value, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])
  const isRepeated = /^(.)\1+$/.test(value)
  if (isValid && !isRepeated) return { value }
  return { error: 'Enter a CPF like 123.456.789-09 or a CNPJ like 11.222.333/0001-81' }
}

/** Two check digits by modulus 11. `weights` are those of the second; the first has all but the first of them. */
function hasCheckDigits(value: string, weights: ReadonlyArray<number>): boolean {
  const digitOf = (text: string, textWeights: ReadonlyArray<number>) => {
    const sum = [...text].reduce(
      (total, character, index) => total + (character.charCodeAt(0) - 48) * (textWeights[index] ?? 0),
      0,
    )
    const rest = sum % 11
    return rest < 2 ? 0 : 11 - rest
  }
  const base = value.slice(0, -2)
  const first = digitOf(base, weights.slice(1))
  const second = digitOf(`${base}${first}`, weights)
  return value.endsWith(`${first}${second}`)
}

/** A Brazilian account with its check digit, which is after the dash: `12345-6`. */
export function parseBrazilianAccount(text: string): ParsedText {
  const value = text.replace(/\s/g, '').toUpperCase()
  return /^\d{1,12}-[\dX]$/.test(value)
    ? { value }
    : { error: 'Enter the account with its check digit, like 12345-6' }
}

/** Banks of New Zealand whose accounts are checked by modulus 11 over branch and account; the newest have other rules. */
const newZealandBanks = new Set(
  '01 02 03 06 11 12 13 14 15 16 17 18 19 20 21 22 23 24 27 30 35 38'.split(' '),
)

/**
 * A New Zealand account in its four parts: `12-3456-1234567-00` (bank, branch, account, suffix). The check is Inland
 * Revenue's “bank account number validation”, its algorithms A and B; of other banks only the form is checked.
 */
export function parseNewZealandAccount(text: string): ParsedText {
  const error = 'Enter an account like 12-3456-1234567-00'
  const [, bank = '', branch = '', account = '', suffix = ''] =
    /^(\d{2})(\d{4})(\d{7})(\d{2,3})$/.exec(text.replace(/[\s-]/g, '')) ?? []
  if (bank === '') return { error }
  const hasBranchDigits = Number(account) < 990_000
  const sum =
    (hasBranchDigits ? weightedSum(branch, [6, 3, 7, 9]) : 0) + weightedSum(account, [0, 10, 5, 8, 4, 2, 1])
  if (newZealandBanks.has(bank) && sum % 11 !== 0) return { error }
  return { value: [bank, branch, account, suffix].join('-') }
}

/** The letters that banks in Japan print: full-width katakana, capital letters, digits and few signs (Zengin). */
const kanaPattern = /^[ァ-ヴー A-Z0-9().\-／/]{1,48}$/

/** The holder of a Japanese account in katakana. Half-width letters and hiragana become full-width katakana. */
export function parseKana(text: string): ParsedText {
  const value = text
    .normalize('NFKC')
    .replace(/[ぁ-ゖ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x60))
    .replace(/[‐－−]/g, '-')
    .toUpperCase()
    .trim()
    .replace(/\s+/g, ' ')
  if (/[ァ-ヴ]/.test(value) && kanaPattern.test(value)) return { value }
  return { error: 'Enter the name on the account in katakana, such as ヤマダ ハナコ' }
}
