import { expect, test } from 'vitest'
import { isTransliterated, toPrintable } from './transliterate.ts'

test.each([
  ['Žluťoučký kůň, 5 €', 'Žluťoučký kůň, 5 €'],
  ['Ночь', 'Noch'],
  ['Νύχτα & Día', 'Nychta & Día'],
  ['Dusk 🌅 in Đà Nẵng', 'Dusk in Đà Nang'],
  ['Ŝanĝo, 1½ m²', 'Sango, 1 1/2 m2'],
  ['10² loops, ½ hour', '10^2 loops, 1/2 hour'],
  ['Işıl, Œuvre', 'Işil, Oeuvre'],
  ['日本語 の 本', '[?]'],
  ['Loops, 第二巻', 'Loops, [?]'],
  ['ليلة at sea', '[?] at sea'],
  ['👩‍👩‍👧', '[?]'],
  ['ＡＢＣ', 'ABC'],
  ['Cafe\u0301', 'Café'],
  ['a\u202eb\u0007c', 'abc'],
  ['  ', ''],
])('%s is printed as %s', (text, printed) => {
  expect(toPrintable(text)).toBe(printed)
})

test('isTransliterated ignores spacing and Unicode normalization', () => {
  expect(['Two  spaces\nand a line ', 'Cafe\u0301', 'Dusk 🌅', 'Ночь'].map(isTransliterated)).toEqual([
    false,
    false,
    true,
    true,
  ])
})

test('amounts and card numbers of receipts are printed as they are', () => {
  expect(toPrintable('Visa ••4242 -$1,005.00')).toBe('Visa ••4242 -$1,005.00')
})
