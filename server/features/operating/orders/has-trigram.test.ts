import { expect, test } from 'vitest'
import { hasTrigram } from './repository.ts'

test.each([
  ['mar', true],
  ['a mara', true],
  ['@po', true],
  ['jo@', true],
  ['o@x.', true],
  ['ma', false],
  ['m', false],
  ['@p', false],
  ['a.b', false],
  ['--', false],
])('%s has a trigram: %s', (text, expected) => {
  expect(hasTrigram(text)).toBe(expected)
})
