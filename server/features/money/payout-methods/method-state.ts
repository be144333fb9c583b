import type { z } from 'zod'
import { formatDecimal } from '../../../../contract/money.ts'
import type * as contract from '../../../../contract/payout-method-state.ts'
import { AppError } from '../../../../domain/errors.ts'
import { findRow } from '../../../db/rows.ts'
import { payouts } from '../../../db/schema/index.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { requireRecentSignIn } from '../../people/accounts/guards.ts'
import { lockCreator } from '../../people/accounts/repository.ts'
import { clearConfirmation } from './change.ts'
import { notMeToken } from './not-me.ts'
import {
  findMethodState,
  isWaiting,
  isWaitingForTransfers,
  type MethodState,
  previousMethod,
} from './states.ts'

/** What the settings say about the payout method beside what it is. */
export async function getMethodState(
  ports: Ports,
  viewer: Viewer,
): Promise<z.input<typeof contract.getPayoutMethodState.response>> {
  const { db, clock } = ports
  const now = clock.now()
  const state = await findMethodState(db, viewer.id)
  const payout = state?.confirmPayoutId
    ? await findRow(db, payouts, { id: state.confirmPayoutId })
    : undefined
  const previous = isWaiting(state, now) ? previousMethod(state) : null
  const waitsForTransfers = isWaitingForTransfers(state, now)
  return {
    confirm: state?.confirmReason
      ? {
          reason: state.confirmReason,
          payout: payout
            ? {
                amount: formatDecimal(payout.amount, payout.currency),
                currency: payout.currency,
                returnedAt: (payout.returnedAt ?? payout.createdAt).toISOString(),
                message: payout.creatorMessage,
              }
            : null,
        }
      : null,
    usedFrom: isWaiting(state, now) ? (state?.methodFrom?.toISOString() ?? null) : null,
    usedUntilThen: previous ? { payoutMethod: previous.method, payoutEmail: previous.mask ?? '•••' } : null,
    transfersFrom: waitsForTransfers ? (state?.transfersFrom?.toISOString() ?? null) : null,
    notMePath:
      state && (isWaiting(state, now) || waitsForTransfers)
        ? `/stop-payouts/${notMeToken(ports, viewer.id, lastChange(state))}`
        : null,
  }
}

/** A report about the later change is one about an earlier one that waits too. */
function lastChange({ methodChangedAt, transfersChangedAt, updatedAt }: MethodState): Date {
  const times = [methodChangedAt, transfersChangedAt].flatMap((time) => time?.getTime() ?? [])
  return times.length > 0 ? new Date(Math.max(...times)) : updatedAt
}

/** The creator says that the details are right. After *It wasn't me* that needs a recent sign-in. */
export async function confirmMethod(ports: Ports, viewer: Viewer) {
  await ports.db.transaction(async (tx) => {
    await lockCreator(tx, viewer.id)
    const state = await findMethodState(tx, viewer.id)
    if (!state?.confirmReason) throw new AppError('conflict', 'There’s nothing to confirm. Reload to see it.')
    if (state.confirmReason === 'not_me') requireRecentSignIn(ports, viewer)
    await clearConfirmation(tx, viewer.id, ports.clock.now())
  })
  return getMethodState(ports, viewer)
}
