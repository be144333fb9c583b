import { eq } from 'drizzle-orm'
import { getConnectStatus, startConnect } from '../../contract/payouts.ts'
import { finishSandboxOnboarding } from '../../contract/sandbox-connect.ts'
import { sandboxAccounts } from '../../server/db/schema/index.ts'
import { payoutWorld } from './payout-world.ts'

/** A creator whose bank account at the provider is set up, through the sandbox's own onboarding page. */
export async function connectedSeller() {
  const given = await payoutWorld()
  const mara = await given.seller('mara@example.com', { method: false })

  const { headers } = await mara.call(startConnect, { params: { provider: 'sandbox' } })
  const token = new URL(String(headers.location), 'http://x').searchParams.get('token')
  await mara.call(finishSandboxOnboarding, { body: { token, outcome: 'complete' } })
  const { body: status } = await mara.call(getConnectStatus)
  if (!status.payouts_enabled) throw new Error(`Not connected: ${JSON.stringify(status)}`)

  return {
    ...given,
    mara,
    status,
    /** The provider closes the account to payouts, and we have not heard of it. */
    restricts: () =>
      given.w.db
        .update(sandboxAccounts)
        .set({ state: 'restricted' })
        .where(eq(sandboxAccounts.userId, mara.id)),
  }
}
