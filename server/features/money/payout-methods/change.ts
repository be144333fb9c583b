import { and, isNull, lte } from 'drizzle-orm'
import type { Tx } from '../../../db/database.ts'
import { payoutMethodStates, type payouts } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { readPayoutDetails } from '../../people/accounts/payout-details.ts'
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
 * again. Returns when the change was made, from when on the new ones are used, and the details that are used until then; null
 * for the first ones.
 */
export async function recordChange(
  tx: Tx,
  ports: Ports,
  before: UserRow,
  { isBackToPrevious }: { isBackToPrevious: (previous: MethodDetails) => boolean },
): Promise<{ changedAt: Date; from: Date; until: MethodDetails | null } | null> {
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
    methodChangedAt: (isWaiting(state, now) && state?.methodChangedAt) || now,
    confirmReason: null,
    confirmPayoutId: null,
    updatedAt: now,
  })
  return { changedAt: now, from, until: previous }
}

/** When details that are changed now are used. */
export function waitUntil({ settings, clock }: Pick<Ports, 'settings' | 'clock'>): Date {
  return new Date(clock.now().getTime() + settings.current().payoutDetailsWaitDays * dayMs)
}

/** No details of before, and none that wait. */
export const noWait = {
  previousMethod: null,
  previousDetails: null,
  previousMask: null,
  methodFrom: null,
  methodChangedAt: null,
}

const noMethodChange = {
  ...noWait,
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

/** Deletes the details of before, once the new ones are used. */
export async function forgetEarlierDetails({ db, clock }: Pick<Ports, 'db' | 'clock'>): Promise<void> {
  const { methodFrom, transfersFrom, confirmReason } = payoutMethodStates
  await db.update(payoutMethodStates).set(noWait).where(lte(methodFrom, clock.now()))
  await db
    .delete(payoutMethodStates)
    .where(and(isNull(methodFrom), isNull(transfersFrom), isNull(confirmReason)))
}

type ReturnedPayout = Pick<typeof payouts.$inferSelect, 'id' | 'method' | 'destination'>

/**
 * Asks the creator whether the details are right that a manual payout came back from. Details that have replaced them meanwhile
 * are not asked about, and the answer to *It wasn't me* stays due. The caller holds the creator's lock.
 */
export async function askAboutReturned(
  tx: Tx,
  ports: Ports,
  { payout: { id, method, destination }, creator }: { payout: ReturnedPayout; creator: UserRow },
): Promise<void> {
  if (method === 'transfer') return
  const now = ports.clock.now()
  const read = (stored: string) => readPayoutDetails(ports, creator.id, stored)
  const sentTo = read(destination)
  const wasSentTo = (details: MethodDetails | null) =>
    sentTo !== undefined && details?.method === method && read(details.details) === sentTo
  const state = await findMethodState(tx, creator.id)
  if (state?.confirmReason !== 'not_me' && wasSentTo(typedMethod(creator)))
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
