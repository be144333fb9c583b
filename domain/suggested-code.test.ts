import { expect, test } from 'vitest'
import { normalizeCode } from './discount.ts'
import { suggestCode } from './suggested-code.ts'

test('a suggested code has four letters and two digits', () => {
  expect(suggestCode(() => 0)).toBe('AAAA-22')
  expect(suggestCode(() => 0.999)).toBe('ZZZZ-99')
})

test('a suggested code is one that can be stored', () => {
  let seed = 1
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const codes = Array.from({ length: 200 }, () => suggestCode(random))
  expect(codes.map(normalizeCode)).toEqual(codes)
  expect(new Set(codes).size).toBeGreaterThan(190)
})
