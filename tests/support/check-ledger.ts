import { verifyLedger } from '../../server/verify/run-checks.ts'
import type { TestApp } from './test-app.ts'

/** What `npm run verify` finds in the test app's ledger. */
export async function checkLedger(w: TestApp) {
  const client = await w.ports.pool.connect()
  return verifyLedger(client).finally(() => client.release())
}
