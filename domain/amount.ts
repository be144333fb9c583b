/** How amounts of a form are written: the currency's ISO 4217 code and its number of decimals. */
export type AmountFormat = { currency: string; decimals: number }

/** `ambiguous`: digits and separators that could mean two amounts, such as `1,000`. */
export type AmountProblem = 'empty' | 'ambiguous' | 'unreadable'

/** A decimal string with the currency's own number of decimals, or why there is none. */
export type ParsedAmount = { amount: string } | { problem: AmountProblem }

/**
 * Parses an amount that a person typed. It never drops a digit, and rejects text that could mean two amounts (decision
 * 025).
 *
 * - Digits are decimal digits of one script (`\p{Nd}`). Digits of two scripts are rejected, but full-width digits count as
 *   ASCII. Superscripts, circled digits, fractions and number words are rejected.
 * - The decimal separator is one `.`, `,` or `٫`, followed by no more digits than the currency has decimals: `7,5` is 7.50,
 *   `5.` is 5 and `.75` is 0.75. A thousands separator has three digits after it, so one or two digits can only be
 *   decimals.
 * - Three digits after a separator are rejected if the currency has fewer decimals. With three decimals (KWD) `1.234` and `١٫٢٣٤`
 *   are accepted, because the page formats amounts that way. `1,234` is rejected.
 * - In a currency without decimals (JPY) a separator can only group digits: `1,105`, `1.105` and `1 234 567` are accepted
 *   (decision 025), with the same separator before each three digits. `500.00` and `1,05` are rejected.
 * - One symbol of the page's currency may precede or follow the amount: `$`, `CA$` or `CAD` for CAD. `€5` on a dollar page
 *   is rejected.
 * - A minus or plus, exponents, letters, two separators, other spaces between digits and invisible characters are rejected.
 */
export function parseAmount(typed: string, format: AmountFormat): ParsedAmount {
  // NFKC would turn `5²` into 52 and `①` into 1.
  if (/[\p{No}\p{Nl}]/u.test(typed)) return { problem: 'unreadable' }
  const text = typed.normalize('NFKC').trim()
  if (text === '') return { problem: 'empty' }
  const digits = withoutGroups(toAsciiDigits(removeCurrencySymbol(text, format.currency)), format)
  const match = /^(\d{0,12})(?:([.,٫])(\d*))?$/.exec(digits)
  const [, integerDigits = '', separator = '', fraction = ''] = match ?? []
  if (!match || integerDigits + fraction === '')
    return { problem: /^\d[\d.,٫٬'’ ]*$/.test(digits) ? 'ambiguous' : 'unreadable' }
  const isGrouping = separator === ',' && fraction.length === 3
  if (fraction.length > format.decimals || (separator && !format.decimals) || isGrouping)
    return { problem: 'ambiguous' }

  const units = integerDigits.replace(/^0+(?=\d)/, '') || '0'
  return { amount: format.decimals ? `${units}.${fraction.padEnd(format.decimals, '0')}` : units }
}

/** The message for a field with a rejected amount; `example` is a decimal string of the currency. */
export function amountMessage(problem: AmountProblem, { decimals }: AmountFormat, example: string): string {
  if (problem !== 'ambiguous') return `Enter an amount like ${example}`
  return decimals
    ? `Enter an amount like ${example}, with up to ${decimals} decimals and no thousands separator`
    : `Enter an amount like ${example}, with no decimals`
}

/**
 * Removes one symbol of the currency before or after the amount: `$`, `CA$` or `CAD` for CAD. Other symbols stay, and
 * `parseAmount` rejects them.
 */
function removeCurrencySymbol(text: string, currency: string): string {
  if (/^[\p{Nd}.,٫]+$/u.test(text)) return text
  const upper = text.toUpperCase()
  for (const currencyDisplay of ['symbol', 'narrowSymbol', 'code'] as const) {
    const parts = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      currencyDisplay,
    }).formatToParts(0)
    const symbol =
      parts
        .find(({ type }) => type === 'currency')
        ?.value.normalize('NFKC')
        .toUpperCase() ?? currency
    if (upper.startsWith(symbol)) return upper.slice(symbol.length).trimStart()
    if (upper.endsWith(symbol)) return upper.slice(0, -symbol.length).trimEnd()
  }
  return text
}

/** Removes the separators of groups of three digits, where the currency has no decimals that they could begin. */
function withoutGroups(digits: string, { decimals }: AmountFormat): string {
  const isGrouped = decimals === 0 && /^[1-9]\d{0,2}([.,٬'’ ])\d{3}(?:\1\d{3})*$/.test(digits)
  return isGrouped ? digits.replace(/[.,٬'’ ]/g, '') : digits
}

/** Converts decimal digits (`\p{Nd}`) to ASCII. Digits of two scripts stay unchanged, and `parseAmount` rejects them. */
function toAsciiDigits(text: string): string {
  const scriptZeros = new Set<number>()
  const ascii = text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    // Unicode encodes the digits of a script one after the other, from 0 to 9.
    let before = 0
    while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++
    scriptZeros.add(code - (before % 10))
    return String(before % 10)
  })
  return scriptZeros.size > 1 ? text : ascii
}
