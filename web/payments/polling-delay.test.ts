import { expect, test } from 'vitest'
import { pollingDelayMs } from './checkout.ts'

test('the polling delay grows with each attempt up to ten seconds', () => {
  expect([0, 1, 2, 3].map(pollingDelayMs)).toEqual([1000, 1250, 1563, 1953])
  expect(pollingDelayMs(20)).toBe(10_000)
  expect(pollingDelayMs(2000)).toBe(10_000)
})
