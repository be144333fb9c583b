import { expect, test } from 'vitest'
import { exportAnalyticsReport, getAnalyticsReport } from '../../../../contract/analytics.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'

test.each([
  { from: '2026-11-01', to: '9999-12-31' },
  { from: '0001-01-01', to: '2026-11-01' },
  { from: '2000-01-01', to: '2200-12-31' },
  { from: '2025-01-01', to: '2026-01-02' },
])('a report of $from to $to is refused before any work', async (range) => {
  const w = await createTestApp()
  const mara = await w.creator()
  await w.probe.updateUser(mara.id, { plan: 'pro' })

  for (const route of [getAnalyticsReport, exportAnalyticsReport]) {
    const startedAt = performance.now()
    const { status, body } = await mara.call(route, { query: range })
    expect([status, body]).toMatchObject([400, { code: 'invalid_input', fields: {} }])
    // A list of these days took three seconds.
    expect(performance.now() - startedAt).toBeLessThan(1_000)
  }
})
