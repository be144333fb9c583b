import { expect, test } from 'vitest'
import { runFaultInjection } from '../bench/fault-injection.ts'

/** `npm run bench -- faults` does it with 500 purchases and the waits as they are. */
test('webhooks lost, doubled and late, a server killed throughout: everybody has what they paid for or their money', {
  tags: ['long'],
  timeout: 300_000,
}, async () => {
  const found = await runFaultInjection(
    { purchases: 40, waits: 'short', lives: [1_500, 3_000] },
    () => undefined,
  )

  expect(found).toMatchObject({ purchases: 40, late: 0, unresolved: 0, health: 'ok' })
  expect(found.delivered + found.refunded).toBe(40)
  expect(found.delivered).toBeGreaterThan(20)
  expect(found.refunded).toBeGreaterThanOrEqual(5)
  expect(found.kills).toBeGreaterThan(0)
  expect(found.dropped).toBeGreaterThan(0)
  expect(Object.entries(found.faults).filter(([, count]) => count !== 0)).toEqual([])
})
