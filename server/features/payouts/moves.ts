import type { PayoutState } from '../../../contract/payouts.ts'
import { payoutPaid, payoutReturn } from '../../../domain/ledger.ts'
import { mayMove, returnedFrom } from '../../../domain/payout.ts'
import type { Tx } from '../../db/database.ts'
import type { Ports } from '../../ports/index.ts'
import { lockCreator } from '../accounts/repository.ts'
import { post } from '../ledger/repository.ts'
import { queueMail } from '../mail/outbox.ts'
import { changePayout, lockPayout, type PayoutRow } from './repository.ts'

type Told = Partial<Pick<PayoutRow, 'reference' | 'notes'>>

/**
 * Takes a payout to another state, with the posting and the mail that go with it. Undefined when it may not go there any
 * more: somebody was faster, and nothing was done.
 */
export async function movePayout(
  tx: Tx,
  ports: Ports,
  { id, creatorId }: Pick<PayoutRow, 'id' | 'creatorId'>,
  to: Exclude<PayoutState, 'processing'>,
  told: Told = {},
): Promise<PayoutRow | undefined> {
  const creator = await lockCreator(tx, creatorId)
  const payout = await lockPayout(tx, id)
  if (!mayMove(payout.state, to)) return undefined

  const now = ports.clock.now()
  const owed = { creatorId, amount: payout.amount, reference: `payout/${id}` }
  const posting = to === 'paid' ? payoutPaid(owed) : payoutReturn(owed, returnedFrom(payout.state))
  await post(tx, posting, { currency: payout.currency, now })
  await queueMail(tx, ports, {
    kind: to === 'paid' ? 'payout-paid' : 'payout-returned',
    subject: `payout/${id}`,
    recipient: creator.email,
    data: { payoutId: id },
  })
  return changePayout(tx, id, {
    state: to,
    ...told,
    ...(to === 'paid' ? { paidAt: now } : { returnedAt: now }),
  })
}
