import { eq } from 'drizzle-orm'
import {
  type AccountRestriction,
  getConnectStatus,
  setPayoutCountry,
  startConnectOnboarding,
} from '../../contract/payouts.ts'
import { completeSandboxOnboarding } from '../../contract/sandbox.ts'
import { sandboxAccounts } from '../../server/adapters/sandbox/schema.ts'
import { payoutFixture } from './payout-fixture.ts'

/** A creator whose connected account is complete, through the sandbox's own onboarding page. */
export async function connectedAccountFixture(options: Parameters<typeof payoutFixture>[0] = {}) {
  const fixture = await payoutFixture(options)
  const mara = await fixture.seller('mara@example.com', { method: false })
  await mara.call(setPayoutCountry, { body: { country: 'US' } })

  const { headers } = await mara.call(startConnectOnboarding, { params: { provider: 'sandbox' } })
  const token = new URL(String(headers.location), 'http://x').searchParams.get('token')
  await mara.call(completeSandboxOnboarding, { body: { token, outcome: 'complete' } })
  const { body: status } = await mara.call(getConnectStatus)
  if (!status.payouts_enabled) throw new Error(`Not connected: ${JSON.stringify(status)}`)

  return {
    ...fixture,
    mara,
    status,
    /** The provider disables the account's payouts, without a webhook. */
    restricts: (restriction: AccountRestriction = 'details_missing') =>
      fixture.w.db
        .update(sandboxAccounts)
        .set({ state: 'restricted', restriction })
        .where(eq(sandboxAccounts.userId, mara.id)),
  }
}
