import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountMessage, parseAmount } from './amount.ts'

const usd = { currency: 'USD', decimals: 2 }
const eur = { currency: 'EUR', decimals: 2 }
const cad = { currency: 'CAD', decimals: 2 }
const jpy = { currency: 'JPY', decimals: 0 }
const kwd = { currency: 'KWD', decimals: 3 }

test.each([
  ['5', '5.00'],
  ['5.00', '5.00'],
  ['5,00', '5.00'],
  ['7.5', '7.50'],
  ['7,5', '7.50'],
  ['7,50', '7.50'],
  ['5.', '5.00'],
  ['.75', '0.75'],
  [',75', '0.75'],
  ['005', '5.00'],
  ['$5', '5.00'],
  ['＄５', '5.00'],
  [' $ 7.25 ', '7.25'],
  ['5 $', '5.00'],
  ['USD 5', '5.00'],
  ['5.00 usd', '5.00'],
  ['７５０', '750.00'],
  ['７5', '75.00'],
  ['２５．００', '25.00'],
  ['７，５０', '7.50'],
  ['٧٥٠', '750.00'],
  ['۷۵۰', '750.00'],
  ['٧٫٥٠', '7.50'],
  ['७५०', '750.00'],
  ['𝟕𝟓𝟎', '750.00'],
  ['123456789012.34', '123456789012.34'],
])('%j is parsed as %s dollars', (typed, amount) => {
  expect(parseAmount(typed, usd)).toEqual({ amount })
})

test.each(['', ' ', '\u00a0', '\u3000\t'])('%j counts as empty', (typed) => {
  expect(parseAmount(typed, usd)).toEqual({ problem: 'empty' })
})

test.each([
  '1,000',
  '1.000',
  '5.001',
  '5,000.00',
  '1.2.3',
  '1 000',
  "1'000",
  '1٬000',
  '７，５００',
  '1234,567',
])('%j could mean two amounts and is rejected', (typed) => {
  expect(parseAmount(typed, usd)).toEqual({ problem: 'ambiguous' })
})

test.each([
  '-5',
  '+5',
  '−5',
  '5-',
  '1e3',
  '0x10',
  'five',
  '五',
  '.',
  ',',
  '$',
  '$$5',
  '$5 USD',
  '€5',
  '5 EUR',
  '¥750',
  '5²',
  '①',
  '½',
  '5½',
  'Ⅴ',
  '٧5',
  '٧७',
  '\u202e057',
  '5\u200b0',
  '5\u03320',
  '1234567890123',
  'NaN',
  'Infinity',
  '<b>5</b>',
])('%j is rejected', (typed) => {
  expect(parseAmount(typed, usd)).toHaveProperty('problem', expect.stringMatching(/unreadable|ambiguous/))
})

test.each([
  ['€ 5', eur, '5.00'],
  ['5,00 €', eur, '5.00'],
  ['5 €', eur, '5.00'],
  ['CA$5', cad, '5.00'],
  ['$5', cad, '5.00'],
  ['¥500', jpy, '500'],
  ['￥５００', jpy, '500'],
  ['500', jpy, '500'],
  ['1,105', jpy, '1105'],
  ['￥1.105', jpy, '1105'],
  ['１，１０５', jpy, '1105'],
  ['1,234,567', jpy, '1234567'],
  ['1.234', kwd, '1.234'],
  ['1,25', kwd, '1.250'],
  ['١٫٢٥٠', kwd, '1.250'],
])('%j with its currency’s symbol or decimals is accepted', (typed, format, amount) => {
  expect(parseAmount(typed, format)).toEqual({ amount })
})

test.each([
  ['$5', eur],
  ['500.5', jpy],
  ['500.00', jpy],
  ['1,05', jpy],
  ['1,0000', jpy],
  ['1,234.567', jpy],
  ['0,105', jpy],
  ['1234,567', jpy],
  ['1,000', kwd],
  ['1.2345', kwd],
])('%j is rejected for its currency or decimals', (typed, format) => {
  expect(parseAmount(typed, format)).toHaveProperty('problem')
})

test('a rejected amount has a message with an example', () => {
  expect(amountMessage('unreadable', usd, '2.00')).toBe('Enter an amount like 2.00')
  expect(amountMessage('ambiguous', usd, '2.00')).toBe(
    'Enter an amount like 2.00, with up to 2 decimals and no thousands separator',
  )
  expect(amountMessage('ambiguous', jpy, '500')).toBe('Enter an amount like 500, with no decimals')
})

test.each(['en-US', 'de-DE', 'de-CH', 'fr-FR', 'pt-BR', 'sv-SE', 'ja-JP', 'ar-EG'])(
  'whole amounts are parsed as a page in %s writes them',
  (locale) => {
    const format = new Intl.NumberFormat(locale)

    for (const amount of [1, 999, 1_105, 20_000, 1_234_567])
      expect(parseAmount(format.format(amount), jpy)).toEqual({ amount: String(amount) })
  },
)

describe('numeric characters of Unicode', () => {
  const characters = Array.from({ length: 0x11_0000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => /\p{N}/u.test(character + character.normalize('NFKC')))
  const decimalDigits = characters.filter((character) => /\p{Nd}/u.test(character))

  test('a numeric character is parsed only when it is a decimal digit, by its own value', () => {
    const accepted = characters.filter((character) => 'amount' in parseAmount(character, jpy))

    expect(accepted).toEqual(decimalDigits)
    // Scripts encode their digits from 0 to 9, so each run of ten has each value once.
    const values = decimalDigits.map((digit) => parseAmount(digit, jpy))
    expect(values).toEqual(values.map((_, index) => ({ amount: String(index % 10) })))
  })
})

describe('parseAmount of any string', () => {
  const scripts = ['0123456789', '０１２３４５６７８９', '٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹', '०१२३४५६७८९']
  const piece = fc.oneof(
    fc.constantFrom(...scripts.flatMap((script) => [...script])),
    fc.constantFrom('.', ',', '٫', '$', '€', ' ', '-', 'e', '²', '\u00a0', '\u200f', "'"),
    fc.string({ unit: 'grapheme', maxLength: 2 }),
  )
  const anyText = fc.oneof(
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
    fc.string(),
  )

  test('an accepted string keeps every typed digit, in order', () => {
    fc.assert(
      fc.property(anyText, (typed) => {
        const parsed = parseAmount(typed, usd)
        if (!('amount' in parsed)) return
        const digits = [...typed].filter((character) => /\p{Nd}/u.test(character))
        const values = digits
          .map((digit) => parseAmount(digit, jpy))
          .map((digit) => 'amount' in digit && digit.amount)
        expect(Number(parsed.amount.replace('.', ''))).toBe(
          Number(values.join('')) * 10 ** missingDecimals(typed),
        )
      }),
      { numRuns: 5_000 },
    )
  })

  test('a string that is not white space never counts as empty', () => {
    fc.assert(
      fc.property(anyText, (typed) => {
        expect('problem' in parseAmount(typed, usd) && parseAmount(typed, usd)).toEqual(
          typed.trim() === '' ? { problem: 'empty' } : expect.not.objectContaining({ problem: 'empty' }),
        )
      }),
      { numRuns: 5_000 },
    )
  })

  /** The number of decimals of a dollar amount that were not typed. */
  function missingDecimals(typed: string): number {
    const fraction = /[.,٫]([^.,٫]*)$/u.exec(typed.normalize('NFKC'))?.[1] ?? ''
    return 2 - [...fraction].filter((character) => /\p{Nd}/u.test(character)).length
  }

  test('an amount formatted in any script, with any separator, is parsed as that amount', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999 }),
        fc.constantFrom(...scripts),
        fc.constantFrom('.', ',', '٫'),
        fc.constantFrom('', '$', '$ ', ' '),
        (cents, script, separator, before) => {
          const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
          const typed = amount
            .replace('.', separator)
            .replace(/\d/g, (digit) => [...script][Number(digit)] ?? '')

          expect(parseAmount(before + typed, usd)).toEqual({ amount })
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
