import { instanceSettings, taxRates } from '../../server/db/schema/index.ts'
import type { TestApp } from './test-app.ts'

/** `rates` are millionths by country, for digital items. */
export async function turnOnTaxes(w: TestApp, rates: Record<string, number>): Promise<void> {
  const now = w.clock.now()
  const changedByEmail = 'admin@example.com'
  const setting = { key: 'taxEnabled', value: true, changedByEmail, changedAt: now }
  await w.db.insert(instanceSettings).values(setting)
  await w.ports.settings.reload()
  await w.db.insert(taxRates).values(
    Object.entries(rates).map(([country, rateMillionths]) => ({
      country,
      rateMillionths,
      kind: 'digital' as const,
      validFrom: '2026-01-01',
      createdAt: now,
    })),
  )
}
