import { onTestFinished } from 'vitest'
import type { FaultConfig } from '../../server/adapters/sandbox/faults.ts'
import { sandboxProvider } from '../../server/adapters/sandbox/provider.ts'
import { createDatabase } from '../../server/db/database.ts'
import { acquireTestDatabase } from './test-database.ts'

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** A sandbox with its own database and a test clock; it ends with the test. */
export async function sandboxFixture(faults?: Partial<FaultConfig>) {
  const { pool, release } = await acquireTestDatabase(quiet)
  onTestFinished(release)
  const db = createDatabase(pool)
  let now = new Date('2030-01-02T12:00:00.000Z')
  const secret = 'whsec_sbx_0123456789abcdef'
  const sandbox = sandboxProvider({
    db,
    clock: { now: () => now },
    log: quiet,
    secret,
    currency: 'USD',
    proPrice: 9_900,
    faults,
  })
  const { subscriptions } = sandbox
  if (!subscriptions) throw new Error('The sandbox has a price of Pro')
  return {
    sandbox: { ...sandbox, subscriptions },
    db,
    secret,
    now: () => now,
    clock: { now: () => now },
    advanceSeconds(seconds: number) {
      now = new Date(now.getTime() + seconds * 1000)
    },
  }
}
