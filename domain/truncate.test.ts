import { expect, test } from 'vitest'
import { cut, truncate } from './truncate.ts'

const family = '👨‍👩‍👧‍👦'

test.each([
  ['short', 10, 'short'],
  ['exactly ten', 11, 'exactly ten'],
  ['one more than fits', 9, 'one more…'],
  [`${'d'.repeat(158)}🎸${'d'.repeat(9)}`, 160, `${'d'.repeat(158)}…`],
  [`ab${family}c`, 5, 'ab…'],
  [`ab${family}c`, 14, `ab${family}c`],
  ['ab🇩🇪c', 4, 'ab…'],
  ['noe\u0308l', 4, 'no…'],
  ['हिन्दी', 4, 'हि…'],
])('truncate(%j, %i) is %j', (text, maxLength, result) => {
  expect(truncate(text, maxLength)).toBe(result)
})

test.each(['🎸', family, 'a\u0301', '한', '🇩🇪', 'a', '✌🏽', 'क्षि'])('%s is never cut in two', (character) => {
  const text = character.repeat(100)

  for (let length = character.length; length < 60; length += 1) {
    const result = cut(text, length)
    expect(result.length).toBeLessThanOrEqual(length)
    expect(character.repeat(result.length / character.length)).toBe(result)
  }
})

test('a letter with more marks than fit keeps some of them, and half an emoji is left out', () => {
  expect(cut(`a${'\u0301'.repeat(100)}`, 10)).toHaveLength(10)
  expect(cut('🎸', 1)).toBe('')
})
