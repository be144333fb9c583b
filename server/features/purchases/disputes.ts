import type { Cents } from '../../../contract/money.ts'
import { giveBack, takeBack } from '../../../domain/ledger.ts'
import { returnedOf } from '../../../domain/refund.ts'
import type { Tx } from '../../db/database.ts'
import type { Ports } from '../../ports/index.ts'
import type { DisputeSnapshot, PaymentSnapshot } from '../../ports/payment-provider.ts'
import { raiseAlert, resolveAlerts } from '../alerts/service.ts'
import { bookMove } from './book-move.ts'
import { changePurchase, type PurchaseRow, reopenGrant, revokeGrant } from './repository.ts'
import { bookDispute, type DisputeRow, disputeRow, disputesOf, keepDispute } from './reversals.ts'

/** Where disputes stood in our books, by the provider's ids. */
export type Stands = Readonly<Record<string, string>>

/** Somebody booked a move of this dispute since our news of it was asked for: it must be asked for again. */
export class DisputeMoved extends Error {
  override name = 'DisputeMoved'
  readonly stand: Stands

  constructor(stand: Stands) {
    super('A dispute has moved')
    this.stand = stand
  }
}

/**
 * Notes where the disputes of a payment stand: open or lost closes access, won opens it again, an inquiry moves nothing;
 * one may move again after it was lost. `seen` is where they stood in our books before the news was asked for: throws
 * DisputeMoved when one stands elsewhere now, because then the news may be the older ones. The caller holds the
 * creator's lock.
 */
export async function foldDisputeStates(
  tx: Tx,
  ports: Ports,
  purchase: PurchaseRow,
  { snapshot, seen }: { snapshot: PaymentSnapshot; seen: Stands },
): Promise<void> {
  const all = disputesIn(snapshot)
  let moved = 0
  for (const dispute of [...all, ...(await goneFrom(tx, purchase, snapshot))])
    if (await foldState(tx, ports, purchase, { dispute, seen })) moved += 1
  for (const id of snapshot.unknownDisputes ?? []) {
    const detail = `Purchase ${purchase.id}: the bank's dispute is in a state we do not know. Nothing moved.`
    await raiseAlert(tx, ports, { kind: 'dispute-unknown', subject: id, detail })
  }
  if (moved === 0) return
  if (all.some(takes)) await revokeGrant(tx, purchase.id, { now: ports.clock.now(), reason: 'dispute' })
  else await reopenGrant(tx, purchase.id)
}

/** Disputes that hold money here and that the provider does not name any more: replaced, or withdrawn. They hold nothing. */
async function goneFrom(
  tx: Tx,
  { id, disputed }: PurchaseRow,
  snapshot: PaymentSnapshot,
): Promise<Array<DisputeSnapshot>> {
  if (disputed === 0) return []
  const named = [
    ...disputesIn(snapshot).map(({ disputeId }) => disputeId),
    ...(snapshot.unknownDisputes ?? []),
  ]
  const rows = await disputesOf(tx, id)
  return rows
    .filter((row) => takes(row) && !named.includes(row.providerDisputeId))
    .map(({ providerDisputeId: disputeId, amount }) => ({
      disputeId,
      amount,
      state: 'won',
      reason: 'replaced',
    }))
}

async function foldState(
  tx: Tx,
  ports: Ports,
  purchase: PurchaseRow,
  { dispute, seen }: { dispute: DisputeSnapshot; seen: Stands },
): Promise<boolean> {
  const { disputeId, state, amount } = dispute
  const known = await disputeRow(tx, ports.payments.id, disputeId)
  if (known?.state === state && known.amount === amount) return false
  if (known && standOf(known) !== seen[disputeId]) throw new DisputeMoved({ [disputeId]: standOf(known) })

  await keepDispute(tx, ports, purchase.id, dispute)
  const detail = `Purchase ${purchase.id}: the bank's dispute is ${state}.`
  await raiseAlert(tx, ports, { kind: `dispute-${state}`, subject: disputeId, detail })
  // A won one is told and needs nobody; the others are no longer where they stood.
  const over = states.filter((one) => one !== state || one === 'won').map((one) => `dispute-${one}`)
  await resolveAlerts(tx, ports, { kinds: over, subject: disputeId })
  return true
}

const states = ['inquiry', 'open', 'won', 'lost', 'unknown']

/** Gives back what disputes hold and should not: won, no longer at the provider, or paid back by a refund itself. */
export async function releaseDisputes(
  tx: Tx,
  ports: Ports,
  purchase: PurchaseRow,
  snapshot: PaymentSnapshot,
): Promise<PurchaseRow> {
  let now = purchase
  for (const one of await held(tx, purchase, snapshot))
    if (one.excess > 0) now = await evenOut(tx, ports, now, one)
  return now
}

/** Takes what open or lost disputes take and the books do not say yet. */
export async function takeDisputes(
  tx: Tx,
  ports: Ports,
  purchase: PurchaseRow,
  snapshot: PaymentSnapshot,
): Promise<PurchaseRow> {
  let now = purchase
  for (const one of await held(tx, purchase, snapshot))
    if (one.excess < 0) now = await evenOut(tx, ports, now, one)
  return now
}

/** A dispute, and how many cents more it holds in our books than it should. */
type Held = { row: DisputeRow; excess: Cents }

/** Every dispute of a purchase. Those that take have, in turn, what refunds leave. */
async function held(tx: Tx, purchase: PurchaseRow, snapshot: PaymentSnapshot): Promise<Array<Held>> {
  if (purchase.disputed === 0 && disputesIn(snapshot).length === 0) return []
  let left = purchase.amount - Math.max(purchase.refunded, bookable(purchase, snapshot.refunds))
  return (await disputesOf(tx, purchase.id)).map((row) => {
    const due = takes(row) ? Math.min(row.amount, left) : 0
    left -= due
    return { row, excess: row.booked - due }
  })
}

export function disputesIn({ dispute, otherDisputes = [] }: PaymentSnapshot): Array<DisputeSnapshot> {
  return dispute ? [dispute, ...otherDisputes] : otherDisputes
}

/** What refunds pay back, without those that would pay back more than was paid. */
function bookable({ amount: most }: PurchaseRow, refunds: PaymentSnapshot['refunds']): Cents {
  const succeeded = refunds.filter(({ state }) => state === 'succeeded')
  return succeeded.reduce((total, { amount }) => (total + amount > most ? total : total + amount), 0)
}

/** Books what is missing: given back what a dispute holds too much, taken back what it holds too little. */
async function evenOut(
  tx: Tx,
  ports: Ports,
  purchase: PurchaseRow,
  { row, excess }: Held,
): Promise<PurchaseRow> {
  const about = {
    reference: `dispute/${row.id}/${row.moves + 1}`,
    part: Math.abs(excess),
    returned: returnedOf(purchase),
  }
  const { posting, feePart } =
    excess > 0
      ? giveBack(purchase, { ...about, kind: 'dispute_won' })
      : takeBack(purchase, { ...about, kind: 'dispute' })
  await bookMove(tx, ports, purchase, { posting, tips: 0 })
  await bookDispute(tx, row.id, { booked: row.booked - excess, moves: row.moves + 1 })
  return changePurchase(tx, purchase.id, {
    disputed: purchase.disputed - excess,
    feeReturned: purchase.feeReturned + (excess > 0 ? -feePart : feePart),
  })
}

function takes({ state }: Pick<DisputeSnapshot, 'state'>): boolean {
  return state === 'open' || state === 'lost'
}

function standOf({ state, amount, moves, updatedAt }: DisputeRow): string {
  return [state, amount, moves, updatedAt.getTime()].join('/')
}
