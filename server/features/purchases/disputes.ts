import { earnedBy, giveBack, takeBack } from '../../../domain/ledger.ts'
import type { Tx } from '../../db/database.ts'
import type { Ports } from '../../ports/index.ts'
import type { DisputeSnapshot, PaymentSnapshot } from '../../ports/payment-provider.ts'
import { addToTotals } from '../content/repository.ts'
import { post } from '../ledger/repository.ts'
import { raiseAlert } from './alerts.ts'
import { changePurchase, reopenGrant, revokeGrant } from './repository.ts'
import { changeDispute, type DisputeRow, keepDispute, type PurchaseRow } from './reversals.ts'

/**
 * Books where a dispute stands now: opened or lost takes the money and closes access, won gives both back, an inquiry
 * moves nothing. It may move again after it was lost. The caller holds the creator's lock.
 */
export async function foldDispute(
  tx: Tx,
  ports: Ports,
  purchase: PurchaseRow,
  { dispute }: PaymentSnapshot,
): Promise<PurchaseRow> {
  if (!dispute) return purchase
  const row = await keepDispute(tx, ports, purchase.id, dispute)
  if (row.state !== dispute.state || row.moves === 0) await tell(tx, ports, purchase, dispute)
  await changeDispute(tx, row.id, { state: dispute.state, updatedAt: ports.clock.now() })

  const takes = dispute.state === 'open' || dispute.state === 'lost'
  if (takes && row.booked === 0) return take(tx, ports, purchase, row)
  if (!takes && row.booked > 0) return giveAgain(tx, ports, purchase, row)
  return purchase
}

async function take(tx: Tx, ports: Ports, purchase: PurchaseRow, row: DisputeRow): Promise<PurchaseRow> {
  const { creatorId, contentId, currency } = purchase
  const now = ports.clock.now()
  await revokeGrant(tx, purchase.id, { now, reason: 'dispute' })
  // What a refund has already paid back, the bank cannot take a second time.
  const part = Math.min(row.amount, purchase.amount - purchase.refunded - purchase.disputed)
  if (part === 0) return purchase

  const moves = row.moves + 1
  const returned = { amount: purchase.refunded + purchase.disputed, fee: purchase.feeReturned }
  const { posting, feePart } = takeBack(purchase, {
    kind: 'dispute',
    reference: `dispute/${row.id}/${moves}`,
    part,
    returned,
  })
  await post(tx, posting, { currency, now })
  await addToTotals(tx, { contentId, tips: 0, unlocks: 0, earned: earnedBy(posting, creatorId) })
  await changeDispute(tx, row.id, { booked: part, bookedFee: feePart, moves })
  return changePurchase(tx, purchase.id, {
    disputed: purchase.disputed + part,
    feeReturned: purchase.feeReturned + feePart,
  })
}

async function giveAgain(tx: Tx, ports: Ports, purchase: PurchaseRow, row: DisputeRow): Promise<PurchaseRow> {
  const { creatorId, contentId, currency } = purchase
  const { booked: part, bookedFee: feePart } = row
  const posting = giveBack(creatorId, {
    kind: 'dispute_won',
    reference: `dispute/${row.id}/${row.moves}`,
    part,
    feePart,
  })

  await post(tx, posting, { currency, now: ports.clock.now() })
  await addToTotals(tx, { contentId, tips: 0, unlocks: 0, earned: earnedBy(posting, creatorId) })
  await changeDispute(tx, row.id, { booked: 0, bookedFee: 0 })
  await reopenGrant(tx, purchase.id)
  return changePurchase(tx, purchase.id, {
    disputed: purchase.disputed - part,
    feeReturned: purchase.feeReturned - feePart,
  })
}

async function tell(
  tx: Tx,
  ports: Ports,
  purchase: PurchaseRow,
  { disputeId, state }: DisputeSnapshot,
): Promise<void> {
  const detail = `Purchase ${purchase.id}: the bank's dispute is ${state}.`
  await raiseAlert(tx, ports, { kind: `dispute-${state}`, subject: disputeId, detail })
}
