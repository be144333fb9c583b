import type { Cents } from '../../../contract/money.ts'
import { earnedBy, giveBack, type Posting, takeBack } from '../../../domain/ledger.ts'
import type { Tx } from '../../db/database.ts'
import type { Ports } from '../../ports/index.ts'
import type { DisputeSnapshot, PaymentSnapshot } from '../../ports/payment-provider.ts'
import { addToTotals } from '../content/totals.ts'
import { post } from '../ledger/repository.ts'
import { raiseAlert } from './alerts.ts'
import { changePurchase, type PurchaseRow, reopenGrant, revokeGrant } from './repository.ts'
import { bookDispute, type DisputeRow, disputeRow, keepDispute } from './reversals.ts'

/** Somebody booked a move of this dispute since our news of it was asked for: it must be asked for again. */
export class DisputeMoved extends Error {
  override name = 'DisputeMoved'
  readonly found: string

  constructor(found: string) {
    super('A dispute has moved')
    this.found = found
  }
}

/**
 * Notes where a dispute stands: open or lost closes access, won opens it again, an inquiry moves nothing; it may move
 * again after it was lost. `seen` is where it stood in our books before the news was asked for: throws DisputeMoved
 * when it stands elsewhere now, because then the news may be the older ones. The caller holds the creator's lock.
 */
export async function foldDisputeState(
  tx: Tx,
  ports: Ports,
  purchase: PurchaseRow,
  { snapshot: { dispute }, seen }: { snapshot: PaymentSnapshot; seen: string | undefined },
): Promise<void> {
  if (!dispute) return
  const known = await disputeRow(tx, ports.payments.id, dispute.disputeId)
  if (known?.state === dispute.state && known.amount === dispute.amount) return
  if (known && standOf(known) !== seen) throw new DisputeMoved(standOf(known))

  const now = ports.clock.now()
  await keepDispute(tx, ports, purchase.id, dispute)
  if (takes(dispute)) await revokeGrant(tx, purchase.id, { now, reason: 'dispute' })
  else await reopenGrant(tx, purchase.id)
  const detail = `Purchase ${purchase.id}: the bank's dispute is ${dispute.state}.`
  await raiseAlert(tx, ports, { kind: `dispute-${dispute.state}`, subject: dispute.disputeId, detail })
}

/** Gives back what a dispute holds and should not: it was won, or a refund has paid part of it back itself. */
export async function releaseDispute(
  tx: Tx,
  ports: Ports,
  purchase: PurchaseRow,
  snapshot: PaymentSnapshot,
): Promise<PurchaseRow> {
  const { row, excess } = await held(tx, ports, purchase, snapshot)
  if (!row || excess <= 0) return purchase
  const reference = `dispute/${row.id}/${row.moves + 1}`
  const returned = returnedOf(purchase)
  const { posting, feePart } = giveBack(purchase, { kind: 'dispute_won', reference, part: excess, returned })
  return move(tx, ports, purchase, { row, posting, part: -excess, feePart: -feePart })
}

/** Takes what an open or lost dispute takes and the books do not say yet. */
export async function takeDispute(
  tx: Tx,
  ports: Ports,
  purchase: PurchaseRow,
  snapshot: PaymentSnapshot,
): Promise<PurchaseRow> {
  const { row, excess } = await held(tx, ports, purchase, snapshot)
  if (!row || excess >= 0) return purchase
  const reference = `dispute/${row.id}/${row.moves + 1}`
  const returned = returnedOf(purchase)
  const { posting, feePart } = takeBack(purchase, { kind: 'dispute', reference, part: -excess, returned })
  return move(tx, ports, purchase, { row, posting, part: -excess, feePart })
}

/** How much more a dispute holds in our books than it should: all that refunds leave while it takes, else nothing. Cents. */
async function held(
  tx: Tx,
  ports: Ports,
  purchase: PurchaseRow,
  { dispute, refunds }: PaymentSnapshot,
): Promise<{ row?: DisputeRow; excess: Cents }> {
  const row = dispute && (await disputeRow(tx, ports.payments.id, dispute.disputeId))
  if (!row) return { excess: 0 }
  const left = purchase.amount - Math.max(purchase.refunded, bookable(purchase, refunds))
  return { row, excess: row.booked - (takes(row) ? Math.min(row.amount, left) : 0) }
}

/** What refunds pay back, without those that would pay back more than was paid. */
function bookable({ amount: most }: PurchaseRow, refunds: PaymentSnapshot['refunds']): Cents {
  const succeeded = refunds.filter(({ state }) => state === 'succeeded')
  return succeeded.reduce((total, { amount }) => (total + amount > most ? total : total + amount), 0)
}

type Move = { row: DisputeRow; posting: Posting; part: Cents; feePart: Cents }

async function move(
  tx: Tx,
  ports: Ports,
  purchase: PurchaseRow,
  { row, posting, part, feePart }: Move,
): Promise<PurchaseRow> {
  const { creatorId, contentId, currency } = purchase
  const now = ports.clock.now()
  await post(tx, posting, { currency, now })
  const earned = earnedBy(posting, creatorId)
  await addToTotals(tx, { contentId, creatorId, tips: 0, unlocks: 0, earned, now })
  await bookDispute(tx, row.id, { booked: row.booked + part, moves: row.moves + 1 })
  return changePurchase(tx, purchase.id, {
    disputed: purchase.disputed + part,
    feeReturned: purchase.feeReturned + feePart,
  })
}

function returnedOf({ refunded, disputed, feeReturned }: PurchaseRow) {
  return { amount: refunded + disputed, fee: feeReturned }
}

function takes({ state }: Pick<DisputeSnapshot, 'state'>): boolean {
  return state === 'open' || state === 'lost'
}

function standOf({ state, amount, moves, updatedAt }: DisputeRow): string {
  return [state, amount, moves, updatedAt.getTime()].join('/')
}
