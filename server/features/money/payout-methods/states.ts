import type { PayoutMethod } from '../../../../contract/payouts.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { deleteRows, findRow } from '../../../db/rows.ts'
import { payoutMethodStates } from '../../../db/schema/index.ts'
import { shownPayoutDetails } from '../../people/accounts/payout-details.ts'
import type { UserRow } from '../../people/accounts/repository.ts'

export type MethodState = typeof payoutMethodStates.$inferSelect

/** What keeps a creator's payout method from being used as it is; undefined for most creators. */
export function findMethodState(db: Db, creatorId: string): Promise<MethodState | undefined> {
  return findRow(db, payoutMethodStates, { creatorId })
}

/** Changes the state, or begins one. The caller holds the creator's lock. */
export async function setMethodState(
  tx: Tx,
  creatorId: string,
  change: Partial<Omit<MethodState, 'creatorId'>> & { updatedAt: Date },
): Promise<void> {
  await tx
    .insert(payoutMethodStates)
    .values({ creatorId, ...change })
    .onConflictDoUpdate({ target: payoutMethodStates.creatorId, set: change })
}

export async function deleteMethodState(tx: Tx, creatorId: string): Promise<void> {
  await deleteRows(tx, payoutMethodStates, { creatorId })
}

export type MethodDetails = { method: PayoutMethod; details: string; mask: string | null }

/** The payout method that a creator typed last, without regard to its state. */
export function typedMethod({ payoutMethod, payoutEmail, payoutMask }: UserRow): MethodDetails | null {
  if (payoutMethod === null || payoutEmail === null) return null
  return { method: payoutMethod, details: payoutEmail, mask: shownPayoutDetails(payoutEmail, payoutMask) }
}

/** The one from before a change; null when there was none that may be used. */
export function previousMethod(state: MethodState | undefined): MethodDetails | null {
  if (!state?.previousMethod || state.previousDetails === null) return null
  return { method: state.previousMethod, details: state.previousDetails, mask: state.previousMask }
}

/** Whether changed details are not used yet. */
export function isWaiting(state: MethodState | undefined, now: Date): boolean {
  return state?.methodFrom != null && state.methodFrom > now
}

/** Whether a connected account that replaced another method is not used yet. */
export function isWaitingForTransfers(state: MethodState | undefined, now: Date): boolean {
  return state?.transfersFrom != null && state.transfersFrom > now
}

/** The method by which a creator is paid now; null without one, and while only new details wait. */
export function usedMethod(user: UserRow, state: MethodState | undefined, now: Date): MethodDetails | null {
  return isWaiting(state, now) ? previousMethod(state) : typedMethod(user)
}
