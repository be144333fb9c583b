import { expect, test } from 'vitest'
import { coverGradient } from './cover.ts'

test('an item keeps its cover', () => {
  expect(coverGradient(12)).toBe(coverGradient('12'))
  expect(coverGradient(12)).toMatch(/^radial-gradient\(120% 120% at \d+% -?\d+%, #[\da-f]{6}, /)
})

test('the covers of a hundred items next to each other differ', () => {
  const covers = new Set(Array.from({ length: 100 }, (_, id) => coverGradient(4_210_000 + id)))

  expect(covers.size).toBeGreaterThan(20)
})
