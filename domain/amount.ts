/** How amounts of a form are written: the currency's ISO 4217 code and its number of decimals. */
export type AmountFormat = { currency: string; decimals: number }

/** `ambiguous`: digits and separators that could mean two amounts, such as `1,000`. */
export type AmountProblem = 'empty' | 'ambiguous' | 'unreadable'

/** A decimal string with the currency's own number of decimals, or why there is none. */
export type ReadAmount = { amount: string } | { problem: AmountProblem }

/**
 * Reads an amount that a person typed. It is exact and never guesses: every digit typed is in the amount, and text that
 * could mean another amount is refused. Decision 025 lists what is read.
 */
export function readAmount(typed: string, format: AmountFormat): ReadAmount {
  // NFKC would turn `5²` into 52 and `①` into 1.
  if (/[\p{No}\p{Nl}]/u.test(typed)) return { problem: 'unreadable' }
  const text = typed.normalize('NFKC').trim()
  if (text === '') return { problem: 'empty' }
  const digits = asciiDigits(withoutSign(text, format.currency))
  const match = /^(\d{0,12})(?:([.,٫])(\d*))?$/.exec(digits)
  const [, whole = '', separator = '', fraction = ''] = match ?? []
  if (!match || whole + fraction === '')
    return { problem: /^\d[\d.,٫٬'’ ]*$/.test(digits) ? 'ambiguous' : 'unreadable' }
  const isGrouping = separator === ',' && fraction.length === 3
  if (fraction.length > format.decimals || (separator && !format.decimals) || isGrouping)
    return { problem: 'ambiguous' }

  const units = whole.replace(/^0+(?=\d)/, '') || '0'
  return { amount: format.decimals ? `${units}.${fraction.padEnd(format.decimals, '0')}` : units }
}

/** The sentence for a field whose amount was refused; `example` is a decimal string of the currency. */
export function amountSentence(problem: AmountProblem, { decimals }: AmountFormat, example: string): string {
  if (problem !== 'ambiguous') return `Enter an amount like ${example}`
  return decimals
    ? `Enter an amount like ${example}, with up to ${decimals} decimals and no thousands separator`
    : `Enter an amount like ${example}, with no decimals or thousands separator`
}

/** Removes one sign of the currency before or after the amount: `$`, `CA$` or `CAD` for CAD. Others stay, and are refused. */
function withoutSign(text: string, currency: string): string {
  if (/^[\p{Nd}.,٫]+$/u.test(text)) return text
  const upper = text.toUpperCase()
  for (const currencyDisplay of ['symbol', 'narrowSymbol', 'code'] as const) {
    const parts = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      currencyDisplay,
    }).formatToParts(0)
    const sign =
      parts
        .find(({ type }) => type === 'currency')
        ?.value.normalize('NFKC')
        .toUpperCase() ?? currency
    if (upper.startsWith(sign)) return upper.slice(sign.length).trimStart()
    if (upper.endsWith(sign)) return upper.slice(0, -sign.length).trimEnd()
  }
  return text
}

/** The text with its decimal digits (`\p{Nd}`) as ASCII. Digits of two scripts stay as they are, and are refused. */
function asciiDigits(text: string): string {
  const zeros = new Set<number>()
  const ascii = text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    // Unicode encodes the digits of a script one after the other, from 0 to 9.
    let before = 0
    while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++
    zeros.add(code - (before % 10))
    return String(before % 10)
  })
  return zeros.size > 1 ? text : ascii
}
