import type { z } from 'zod'
import { canTransfer } from '../../../contract/countries.ts'
import type * as contract from '../../../contract/payouts.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { AccountSnapshot } from '../../ports/connect.ts'
import type { Ports } from '../../ports/index.ts'
import { rejectWhenUnavailable } from '../../ports/provider-unavailable-error.ts'
import { findUserById, type UserRow } from '../accounts/repository.ts'
import { syncConnectAccount, unreachableMessage } from './connect-account.ts'
import { platformCountry } from './platform-country.ts'

/** The state of a creator's connected account: read at the provider, and stored. */
export async function getConnectStatus(
  ports: Ports,
  viewer: Viewer,
): Promise<z.input<typeof contract.getConnectStatus.response>> {
  const { db, paymentProvider } = ports
  const user = await findUserById(db, viewer.id)
  if (!user) throw new AppError('unauthorized', 'Unauthorized')
  const account =
    user.providerAccountId && paymentProvider.connect
      ? await syncConnectAccount(ports, user.providerAccountId).catch(
          rejectWhenUnavailable(unreachableMessage),
        )
      : undefined
  return presentConnectStatus(ports, user, account)
}

function presentConnectStatus(
  ports: Ports,
  { country }: UserRow,
  account: AccountSnapshot | undefined,
): z.input<typeof contract.getConnectStatus.response> {
  const { config, paymentProvider } = ports
  return {
    provider: paymentProvider.connect ? paymentProvider.id : null,
    details_submitted: account?.detailsSubmitted ?? false,
    payouts_enabled: account?.payoutsEnabled ?? false,
    requirementsDue: account?.requirementsDue ?? null,
    country,
    hasTransfers: country !== null && canTransfer({ from: platformCountry(ports), to: country }),
    restriction: account?.restriction ?? null,
    currency: config.currency,
    payoutCurrency: account?.payoutCurrency ?? null,
  }
}
