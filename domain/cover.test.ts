import { expect, test } from 'vitest'
import { coverGradient } from './brand-palette.ts'

test('coverGradient returns the same gradient for the same title', () => {
  expect(coverGradient('Night Ferry')).toBe(coverGradient('Night Ferry'))
  expect(coverGradient('Night Ferry')).toMatch(/^radial-gradient\(120% 120% at \d+% -?\d+%, #[\da-f]{6}, /)
})

test('a hundred similar titles have more than twenty different covers', () => {
  const covers = new Set(Array.from({ length: 100 }, (_, index) => coverGradient(`Session ${index}`)))

  expect(covers.size).toBeGreaterThan(20)
})
