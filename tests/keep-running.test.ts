import { expect, test, vi } from 'vitest'
import { keepRunning } from '../scripts/keep-running.mjs'

const timing = { firstDelayMs: 1, maxDelayMs: 4, stableAfterMs: 60_000 }

/** A server whose runs end with these exit codes, one after the other. */
function serverEndingWith(...codes: Array<number>) {
  return vi.fn(async () => codes.shift() ?? 0)
}

test('a server that ends unexpectedly is restarted until it ends with 0', async () => {
  const start = serverEndingWith(137, 1, 1, 1, 0)

  expect(await keepRunning(start, timing)).toBe(0)

  expect(start).toHaveBeenCalledTimes(5)
})

test('a first start that is refused is not repeated, and a refused restart is', async () => {
  const first = serverEndingWith(78)
  const later = serverEndingWith(137, 78, 0)

  expect(await keepRunning(first, timing)).toBe(78)
  expect(await keepRunning(later, timing)).toBe(0)

  expect(first).toHaveBeenCalledTimes(1)
  expect(later).toHaveBeenCalledTimes(3)
})
