import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../../db/database.ts'
import { findRow } from '../../../db/rows.ts'
import { payoutBatches, payouts } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { deleteSessions, lockCreator, updateUser } from '../../people/accounts/repository.ts'
import { raiseAlert } from '../../telling/alerts/service.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { countryOf } from '../payout-methods/bank-countries.ts'
import { noWait } from '../payout-methods/change.ts'
import { requireOwner, undoable } from '../payout-methods/not-me.ts'
import { findMethodState, previousMethod, setMethodState } from '../payout-methods/states.ts'
import { stoppedMessage, transitionPayout } from './create-payout.ts'
import type { PayoutRow } from './repository.ts'

/**
 * The owner of the link says that a change of the payout details wasn't theirs. While the change waits, the details of before are back.
 * No payout is made until the details are confirmed, those that are not on their way come back, and every browser is signed
 * out. Idempotent.
 */
export async function stopPayouts(ports: Ports, token: string): Promise<void> {
  const { user: owner, changedAt } = await requireOwner(ports, token)
  const { id } = owner
  const now = ports.clock.now()
  await ports.db.transaction(async (tx) => {
    const user = await lockCreator(tx, id)
    const state = await findMethodState(tx, id)
    const { method, transfers } = undoable(state, changedAt, now)
    if (state?.confirmReason === 'not_me' && !method && !transfers) return
    const previous = previousMethod(state)
    if (method)
      await updateUser(tx, id, {
        payoutMethod: previous?.method ?? null,
        payoutEmail: previous?.details ?? null,
        payoutMask: previous?.mask ?? null,
        payoutCountry: previous ? countryOf(ports, id, previous.details) : null,
        updatedAt: now,
      })
    // A bank account that someone else connected must not be paid, even after the creator's answer.
    if (transfers) await updateUser(tx, id, { ...noAccount, updatedAt: now })
    await setMethodState(tx, id, {
      ...(method && noWait),
      ...(transfers && { transfersFrom: null, transfersChangedAt: null }),
      confirmReason: 'not_me',
      confirmPayoutId: null,
      updatedAt: now,
    })
    const underway = await returnUnsent(tx, ports, id)
    await deleteSessions(tx, id)
    const dedupeKey = `user/${id}/${now.toISOString()}`
    await sendEmail(tx, ports, { kind: 'payouts_stopped', dedupeKey, to: user.email, data: { underway } })
  })
}

/**
 * Gives the creator the money of payouts back that nobody can have sent, and tells the operator about the others. Returns how
 * many those are.
 */
async function returnUnsent(tx: Tx, ports: Ports, creatorId: string): Promise<number> {
  // Locked, so that meanwhile no transfer is sent and no file downloaded.
  const rows = await tx
    .select()
    .from(payouts)
    .where(and(eq(payouts.creatorId, creatorId), eq(payouts.state, 'processing')))
    .orderBy(payouts.id)
    .for('no key update')
  let underway = 0
  for (const payout of rows) {
    const reason = await sentReason(tx, payout)
    if (reason) {
      underway++
      const message = `Payout ${payout.id}: the creator says that a change of their payout details wasn’t theirs. ${reason}`
      await raiseAlert(tx, ports, { kind: 'payout-not-stopped', target: `payout/${payout.id}`, message })
    } else await transitionPayout(tx, ports, payout, 'returned', { creatorMessage: stoppedMessage })
  }
  return underway
}

/** Why a payout may be on its way; undefined when it isn't. The caller has locked it. */
async function sentReason(tx: Tx, payout: PayoutRow): Promise<string | undefined> {
  if (payout.attemptStartedAt) return 'The provider was already asked to transfer it.'
  const batch = payout.batchId === null ? undefined : await findRow(tx, payoutBatches, { id: payout.batchId })
  return batch?.downloadedAt ? 'Its file was downloaded before.' : undefined
}

const noAccount = {
  providerAccountId: null,
  providerAccountState: null,
  providerAccountRestriction: null,
  providerAccountCurrency: null,
}
