import { expect, test } from 'vitest'
import { runFaultInjection } from '../bench/fault-injection.ts'

/** `npm run bench -- faults` runs it with 500 purchases and real delays. */
test('with lost, duplicated and late webhooks and a repeatedly killed server, every buyer gets the item or a refund', {
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
