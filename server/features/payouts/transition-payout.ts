import type { PayoutState } from '../../../contract/payouts.ts'
import { payoutPaid, payoutReturn } from '../../../domain/ledger.ts'
import { canTransition, sourceAccountOf } from '../../../domain/payout.ts'
import type { Tx } from '../../db/database.ts'
import type { Ports } from '../../ports/index.ts'
import { lockCreator } from '../accounts/repository.ts'
import { postToLedger } from '../ledger/repository.ts'
import { enqueueEmail } from '../mail/outbox.ts'
import { lockPayout, type PayoutRow, updatePayout } from './repository.ts'

type PayoutDetails = Partial<Pick<PayoutRow, 'bankReference' | 'creatorMessage' | 'providerCode'>>

/**
 * Changes a payout's state, with its posting and email. Undefined when the state does not allow it any more, and
 * nothing was done.
 */
export async function transitionPayout(
  tx: Tx,
  ports: Ports,
  { id, creatorId }: Pick<PayoutRow, 'id' | 'creatorId'>,
  to: Exclude<PayoutState, 'processing'>,
  details: PayoutDetails = {},
): Promise<PayoutRow | undefined> {
  const creator = await lockCreator(tx, creatorId)
  const payout = await lockPayout(tx, id)
  if (!canTransition(payout.state, to)) return undefined

  const now = ports.clock.now()
  const payoutTerms = { creatorId, amount: payout.amount, reference: `payout/${id}` }
  const posting =
    to === 'paid' ? payoutPaid(payoutTerms) : payoutReturn(payoutTerms, sourceAccountOf(payout.state))
  await postToLedger(tx, posting, { currency: payout.currency, now })
  await enqueueEmail(tx, ports, {
    kind: to === 'paid' ? 'payout_paid' : 'payout_returned',
    dedupeKey: `payout/${id}`,
    recipient: creator.email,
    data: { payoutId: id },
  })
  return updatePayout(tx, id, {
    state: to,
    ...{ waitReason: null, providerCode: null, nextAttemptAt: null, attemptStartedAt: null },
    ...details,
    ...(to === 'paid' ? { paidAt: now } : { returnedAt: now }),
  })
}
