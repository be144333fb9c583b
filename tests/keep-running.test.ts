import { expect, test, vi } from 'vitest'
import { keepRunning } from '../scripts/keep-running.mjs'

const timing = { firstDelayMs: 1, maxDelayMs: 4, stableAfterMs: 60_000 }

/** A server whose runs end with these exit codes, one after the other. */
function ending(...codes: Array<number>) {
  return vi.fn(async () => codes.shift() ?? 0)
}

test('a server that ends unexpectedly is restarted until it ends with 0', async () => {
  const start = ending(137, 1, 1, 1, 0)

  expect(await keepRunning(start, timing)).toBe(0)

  expect(start).toHaveBeenCalledTimes(5)
})

test('a refused first start is not repeated, a refused restart is', async () => {
  const first = ending(78)
  const later = ending(137, 78, 0)

  expect(await keepRunning(first, timing)).toBe(78)
  expect(await keepRunning(later, timing)).toBe(0)

  expect(first).toHaveBeenCalledTimes(1)
  expect(later).toHaveBeenCalledTimes(3)
})
