import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { countryName } from '../../../contract/countries.ts'
import type * as contract from '../../../contract/payouts.ts'
import { AppError } from '../../../domain/errors.ts'
import { users } from '../../db/schema/index.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { lockCreator } from '../accounts/repository.ts'
import { requireRecentSignIn } from '../accounts/require-recent-sign-in.ts'
import { getConnectStatus } from './connect-status.ts'

/**
 * Sets where a creator lives. The country of a connected account is fixed, so one without details is given up: the next
 * onboarding creates another. Throws AppError `conflict` for an account with details.
 */
export async function setPayoutCountry(
  ports: Ports,
  viewer: Viewer,
  { country }: z.output<typeof contract.setPayoutCountry.body>,
): Promise<z.input<typeof contract.getConnectStatus.response>> {
  requireRecentSignIn(ports, viewer)
  // The stored state may be older than the provider's.
  await getConnectStatus(ports, viewer)
  await ports.db.transaction(async (tx) => {
    const creator = await lockCreator(tx, viewer.id)
    if (creator.country === country) return
    const { providerAccountState: state, providerAccountRestriction: restriction } = creator
    if (state !== null && state !== 'new' && restriction !== 'disconnected') {
      const place = creator.country ? ` for ${countryName(creator.country)}` : ''
      const message = `Your bank account is set up${place} with the payment provider, which can’t change the country. Contact us if you’ve moved.`
      throw new AppError('conflict', message, { country: message })
    }
    const account =
      state === 'new'
        ? { providerAccountId: null, providerAccountState: null, providerAccountCurrency: null }
        : {}
    await tx
      .update(users)
      .set({ country, ...account, updatedAt: ports.clock.now() })
      .where(eq(users.id, viewer.id))
  })
  return getConnectStatus(ports, viewer)
}
