import { expect, test } from 'vitest'
import { MultiLine, toSingleLine } from './text.ts'

test('line breaks are counted as one character', () => {
  expect(MultiLine(3).parse('a\r\nb')).toBe('a\nb')
})

test('a text of several lines keeps lines and tabs, and no characters that turn what follows', () => {
  expect(MultiLine(99).parse(' a\tb\n\u202Ec\u2069\u001B\uD800 ')).toBe('a\tb\nc')
  expect(MultiLine(99).parse('🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}\u{E0041}')).toBe(
    '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
  )
  expect(MultiLine(99).parse('سلام\u200Cها \u200Fשלום')).toBe('سلام\u200Cها \u200Fשלום')
})

test('a single line keeps the joiners of words and emoji, and no others', () => {
  expect(toSingleLine('می\u200Cخواهم 👨\u200D👩\u200D👧 a\u200Db')).toBe(
    'می\u200Cخواهم 👨\u200D👩\u200D👧 ab',
  )
})

test('a long text of joined emoji is cleaned in linear time', () => {
  const text = '👨\u200D'.repeat(50_000)
  const startedAt = performance.now()

  expect(toSingleLine(text).length).toBeGreaterThan(0)

  expect(performance.now() - startedAt).toBeLessThan(2_000)
})
