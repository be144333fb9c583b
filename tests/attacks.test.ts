import { expect, test } from 'vitest'
import { runAttack } from '../bench/attacks.ts'

/** `npm run bench -- attacks` runs all of them for longer, and measures the latency for others. */
test.each([
  { name: 'fieldBurst', seconds: 0, what: '100 forms of 600 MiB at once', refused: { 400: 100 } },
  { name: 'fieldFlood', seconds: 3, what: 'a flood of such forms', refused: { 400: expect.any(Number) } },
])(
  'a server with a heap of 512 MB survives $what and still answers others',
  {
    tags: ['long'],
    timeout: 180_000,
  },
  async ({ name, seconds, refused }) => {
    const found = await runAttack(name, { seconds })

    expect(found.isAlive).toBe(true)
    expect(found.failed).toBe(0)
    expect(found.outcomes).toMatchObject(refused)
    expect(found.peakBytes - found.beforeBytes).toBeLessThan(100 * 1024 ** 2)
  },
)
