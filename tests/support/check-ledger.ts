import { allChecks } from '../../server/verify/ledger-checks.ts'
import { verifyLedger } from '../../server/verify/run-checks.ts'
import type { TestApp } from './test-app.ts'

/** What `npm run verify` finds in the test app's ledger. */
export async function checkLedger(w: TestApp) {
  const client = await w.ports.pool.connect()
  return verifyLedger(client).finally(() => client.release())
}

/** What one of its checks finds. */
export async function differences(w: Pick<TestApp, 'ports'>, checkName: string) {
  const check = allChecks.find(({ name }) => name === checkName)
  if (!check) throw new Error(`No check is called ${checkName}`)
  const client = await w.ports.pool.connect()
  return check.run(client, () => undefined).finally(() => client.release())
}
