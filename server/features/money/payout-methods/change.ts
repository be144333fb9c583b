import type { Tx } from '../../../db/database.ts'
import type { payouts } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import type { UserRow } from '../../people/accounts/repository.ts'
import {
  deleteMethodState,
  findMethodState,
  isWaiting,
  type MethodDetails,
  previousMethod,
  setMethodState,
  typedMethod,
} from './states.ts'

const dayMs = 24 * 3_600_000

/**
 * What a change of the typed details means for the next payouts. The first details are used at once; changed ones wait
 * (`payoutDetailsWaitDays`), and until then payouts go by those of before. Those that a payout came back from are not used
 * again. Returns from when on the new ones are used, and the details that are used until then; null for the first ones.
 */
export async function recordChange(
  tx: Tx,
  ports: Ports,
  before: UserRow,
  { isBackToPrevious }: { isBackToPrevious: (previous: MethodDetails) => boolean },
): Promise<{ from: Date; until: MethodDetails | null } | null> {
  const now = ports.clock.now()
  const typed = typedMethod(before)
  const state = await findMethodState(tx, before.id)
  if (!typed) {
    if (state) await setMethodState(tx, before.id, { ...noMethodChange, updatedAt: now })
    return null
  }
  const previous = isWaiting(state, now)
    ? previousMethod(state)
    : state?.confirmReason === 'returned'
      ? null
      : typed
  if (previous && isWaiting(state, now) && isBackToPrevious(previous)) {
    await setMethodState(tx, before.id, { ...noMethodChange, updatedAt: now })
    return null
  }
  const from = waitUntil(ports)
  await setMethodState(tx, before.id, {
    previousMethod: previous?.method ?? null,
    previousDetails: previous?.details ?? null,
    previousMask: previous?.mask ?? null,
    methodFrom: from,
    confirmReason: null,
    confirmPayoutId: null,
    updatedAt: now,
  })
  return { from, until: previous }
}

/** When details that are changed now are used. */
export function waitUntil({ settings, clock }: Pick<Ports, 'settings' | 'clock'>): Date {
  return new Date(clock.now().getTime() + settings.current().payoutDetailsWaitDays * dayMs)
}

const noMethodChange = {
  previousMethod: null,
  previousDetails: null,
  previousMask: null,
  methodFrom: null,
  confirmReason: null,
  confirmPayoutId: null,
}

/** The creator says that the details are right, or has nothing left to answer. */
export async function clearConfirmation(tx: Tx, creatorId: string, now: Date): Promise<void> {
  const state = await findMethodState(tx, creatorId)
  if (!state) return
  if (state.methodFrom === null && state.transfersFrom === null) return deleteMethodState(tx, creatorId)
  await setMethodState(tx, creatorId, { confirmReason: null, confirmPayoutId: null, updatedAt: now })
}

type ReturnedPayout = Pick<typeof payouts.$inferSelect, 'id' | 'method' | 'destinationMask'>

/**
 * Asks the creator whether the details are right that a manual payout came back from. Details that have replaced them meanwhile
 * are not asked about. The caller holds the creator's lock.
 */
export async function askAboutReturned(
  tx: Tx,
  { id, method, destinationMask }: ReturnedPayout,
  creator: UserRow,
  now: Date,
): Promise<void> {
  if (method === 'transfer') return
  const wasSentTo = (details: MethodDetails | null) =>
    details?.method === method && details.mask === destinationMask
  const state = await findMethodState(tx, creator.id)
  if (wasSentTo(typedMethod(creator)))
    return setMethodState(tx, creator.id, { confirmReason: 'returned', confirmPayoutId: id, updatedAt: now })
  // The new details wait then, because those before can't be used.
  if (isWaiting(state, now) && wasSentTo(previousMethod(state)))
    await setMethodState(tx, creator.id, {
      previousMethod: null,
      previousDetails: null,
      previousMask: null,
      updatedAt: now,
    })
}
