import { expect, test } from 'vitest'
import { runFaultInjection } from '../bench/fault-injection.ts'

/** `npm run bench:faults -- post` runs it with 500 purchases and real delays. */
test('with lost, duplicated and late webhooks and a repeatedly killed server, every buyer gets the item or a refund', {
  tags: ['long'],
  timeout: 300_000,
}, async () => {
  const report = await runFaultInjection(
    { purchases: 40, timing: 'short', uptimeRangeMs: [1_500, 3_000] },
    () => undefined,
  )

  expect(report).toMatchObject({ purchases: 40, lateCount: 0, unresolved: 0, health: 'ok' })
  expect(report.delivered + report.refunded).toBe(40)
  expect(report.delivered).toBeGreaterThan(20)
  expect(report.refunded).toBeGreaterThanOrEqual(5)
  expect(report.kills).toBeGreaterThan(0)
  expect(report.dropped).toBeGreaterThan(0)
  expect(Object.entries(report.violations).filter(([, count]) => count !== 0)).toEqual([])
})
