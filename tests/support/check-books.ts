import { verifyLedger } from '../../server/verify/run-checks.ts'
import type { TestApp } from './test-app.ts'

/** What `npm run verify` finds wrong in the books of a world. */
export async function checkBooks(w: TestApp) {
  const client = await w.ports.pool.connect()
  return verifyLedger(client).finally(() => client.release())
}
