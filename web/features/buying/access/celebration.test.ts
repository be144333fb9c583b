import { expect, test } from 'vitest'
import { countAt } from './celebration.ts'

test('the number counts up from 1 and ends at itself', () => {
  const counted = [0, 0.1, 0.25, 0.5, 0.75, 1].map((share) => countAt(17, share))

  expect(counted[0]).toBe(1)
  expect(counted.at(-1)).toBe(17)
  expect(counted).toEqual(counted.toSorted((a, b) => a - b))
  expect(countAt(1, 0.5)).toBe(1)
})
