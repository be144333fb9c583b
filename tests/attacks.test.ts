import { expect, test } from 'vitest'
import { runAttack } from '../bench/attacks.ts'

/** `npm run bench -- attacks` runs all of them for longer, and measures the latency for others. */
test('a server with a heap of 512 MB survives 20 concurrent forms of 600 MiB and still answers others', {
  tags: ['long'],
  timeout: 180_000,
}, async () => {
  const found = await runAttack('fieldFlood', { seconds: 3, parallel: 20 })

  expect(found.isAlive).toBe(true)
  expect(found.failed).toBe(0)
  expect(found.outcomes).toMatchObject({ 400: expect.any(Number) })
  expect(found.peakBytes - found.beforeBytes).toBeLessThan(150 * 1024 ** 2)
})
