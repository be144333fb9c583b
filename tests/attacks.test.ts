import { expect, test } from 'vitest'
import { runAttack } from '../bench/attacks.ts'

/** `npm run bench -- attacks` runs every attack for longer, and measures the latency of other requests. */
test.each([
  { name: 'fieldBurst', seconds: 0, attack: '100 forms of 600 MiB at once', outcomes: { 400: 100 } },
  {
    name: 'hostileImages',
    seconds: 3,
    attack: 'a flood of images full of text',
    outcomes: { 200: expect.any(Number) },
  },
  { name: 'fieldFlood', seconds: 3, attack: 'a flood of such forms', outcomes: { 400: expect.any(Number) } },
])(
  'a server with a heap of 512 MB survives $attack and still answers others',
  {
    tags: ['long'],
    timeout: 180_000,
  },
  async ({ name, seconds, outcomes }) => {
    const result = await runAttack(name, { seconds })

    expect(result.isAlive).toBe(true)
    expect(result.health.failed).toBe(0)
    expect(result.outcomes).toMatchObject(outcomes)
    expect(result.peakBytes - result.beforeBytes).toBeLessThan(100 * 1024 ** 2)
  },
)
