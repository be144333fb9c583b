import { expect, test } from 'vitest'
import { coverGradient } from './cover.ts'

test('coverGradient returns the same gradient for the same id, as number or text', () => {
  expect(coverGradient(12)).toBe(coverGradient('12'))
  expect(coverGradient(12)).toMatch(/^radial-gradient\(120% 120% at \d+% -?\d+%, #[\da-f]{6}, /)
})

test('a hundred consecutive ids have more than twenty different covers', () => {
  const covers = new Set(Array.from({ length: 100 }, (_, id) => coverGradient(4_210_000 + id)))

  expect(covers.size).toBeGreaterThan(20)
})
