import type { MinorUnits } from '../../../../contract/money.ts'
import { reverseSale, undoReversal } from '../../../../domain/ledger.ts'
import { reversedAmounts } from '../../../../domain/refund.ts'
import type { Tx } from '../../../db/database.ts'
import { updateRow } from '../../../db/rows.ts'
import { disputes } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import type { DisputeSnapshot, PaymentSnapshot } from '../../../ports/payment-provider.ts'
import { raiseAlert, resolveAlerts } from '../../telling/alerts/service.ts'
import { recordEvent, saleFacts } from '../../telling/deliveries/events.ts'
import { postReversal } from '../purchases/post-reversal.ts'
import { type PurchaseRow, restoreGrant, revokeGrant } from '../purchases/repository.ts'
import {
  type DisputeRow,
  findDispute,
  selectDisputes,
  upsertDispute,
} from '../purchases/reversals-repository.ts'

/** The stored versions of disputes, by provider id. */
export type KnownDisputeVersions = Readonly<Record<string, string>>

/** The dispute was booked since the snapshot was requested, so the payment must be read again. */
export class StaleDisputeError extends Error {
  override name = 'StaleDisputeError'
  readonly currentVersions: KnownDisputeVersions

  constructor(currentVersions: KnownDisputeVersions) {
    super('A dispute has changed')
    this.currentVersions = currentVersions
  }
}

/**
 * Stores the states of a payment's disputes: open or lost revokes access, won restores it, an inquiry changes
 * nothing; a lost one can still change. `knownVersions` has the stored versions from before the snapshot was
 * requested. Throws StaleDisputeError when one differs now, because the snapshot may be older. The caller holds the
 * creator's lock.
 */
export async function reconcileDisputeStates(
  tx: Tx,
  ports: Ports,
  purchase: PurchaseRow,
  { snapshot, knownVersions }: { snapshot: PaymentSnapshot; knownVersions: KnownDisputeVersions },
): Promise<void> {
  const all = disputesIn(snapshot)
  let changedCount = 0
  for (const dispute of [...all, ...(await disputesMissingAtProvider(tx, purchase, snapshot))])
    if (await reconcileDisputeState(tx, ports, purchase, { dispute, knownVersions })) changedCount += 1
  for (const id of snapshot.unknownDisputes ?? []) {
    const message = `Purchase ${purchase.orderNumber}: the dispute has an unknown status. No money moved.`
    await raiseAlert(tx, ports, { kind: 'dispute-unknown', target: id, message })
  }
  if (changedCount === 0) return
  if (all.some(holdsFunds)) await revokeGrant(tx, purchase.id, { now: ports.clock.now(), reason: 'dispute' })
  else await restoreGrant(tx, purchase.id)
}

/** Disputes that hold funds and that the provider no longer lists: replaced or withdrawn. They must hold nothing. */
async function disputesMissingAtProvider(
  tx: Tx,
  { id, disputedAmount }: PurchaseRow,
  snapshot: PaymentSnapshot,
): Promise<Array<DisputeSnapshot>> {
  if (disputedAmount === 0) return []
  const listedIds = [
    ...disputesIn(snapshot).map(({ disputeId }) => disputeId),
    ...(snapshot.unknownDisputes ?? []),
  ]
  const rows = await selectDisputes(tx, id)
  return rows
    .filter((row) => holdsFunds(row) && !listedIds.includes(row.providerDisputeId))
    .map(({ providerDisputeId: disputeId, amount }) => ({
      disputeId,
      amount,
      state: 'won',
      reason: 'replaced',
    }))
}

async function reconcileDisputeState(
  tx: Tx,
  ports: Ports,
  purchase: PurchaseRow,
  { dispute, knownVersions }: { dispute: DisputeSnapshot; knownVersions: KnownDisputeVersions },
): Promise<boolean> {
  const { disputeId, state, amount } = dispute
  const known = await findDispute(tx, ports.paymentProvider.id, disputeId)
  if (known?.state === state && known.amount === amount) return false
  if (known && versionOf(known) !== knownVersions[disputeId])
    throw new StaleDisputeError({ [disputeId]: versionOf(known) })

  const rowId = await upsertDispute(tx, ports, purchase, dispute)
  await recordDisputeEvent(tx, ports, purchase, { rowId, state, amount })
  const message = `Purchase ${purchase.orderNumber}: the dispute is ${state}.`
  await raiseAlert(tx, ports, { kind: `dispute-${state}`, target: disputeId, message })
  // A won dispute needs no alert; other alerts are replaced by that of the new state.
  const supersededAlertKinds = disputeStates
    .filter((one) => one !== state || one === 'won')
    .map((one) => `dispute-${one}` as const)
  await resolveAlerts(tx, ports, { kinds: supersededAlertKinds, target: disputeId })
  return true
}

async function recordDisputeEvent(
  tx: Tx,
  ports: Ports,
  purchase: PurchaseRow,
  { rowId, state, amount }: Pick<DisputeSnapshot, 'state' | 'amount'> & { rowId: number },
): Promise<void> {
  const about = { creatorId: purchase.creatorId, subject: `purchase/${purchase.id}` }
  const facts = { ...saleFacts(purchase), disputeId: rowId, amount }
  if (state === 'inquiry' || state === 'open')
    await recordEvent(tx, ports, { type: 'sale.disputed', ...about, payload: { ...facts, state } })
  if (state === 'won' || state === 'lost')
    await recordEvent(tx, ports, { type: 'sale.dispute_closed', ...about, payload: { ...facts, state } })
}

const disputeStates = ['inquiry', 'open', 'won', 'lost', 'unknown'] as const

/** Releases funds that disputes hold in excess: won, missing at the provider, or refunded. */
export function releaseExcessHolds(
  tx: Tx,
  ports: Ports,
  purchase: PurchaseRow,
  snapshot: PaymentSnapshot,
): Promise<PurchaseRow> {
  return adjustDisputes(tx, ports, purchase, { snapshot, isDue: ({ excessAmount }) => excessAmount > 0 })
}

/** Holds funds of open or lost disputes that are not booked yet. */
export function applyDisputeHolds(
  tx: Tx,
  ports: Ports,
  purchase: PurchaseRow,
  snapshot: PaymentSnapshot,
): Promise<PurchaseRow> {
  return adjustDisputes(tx, ports, purchase, { snapshot, isDue: ({ excessAmount }) => excessAmount < 0 })
}

type AdjustmentInput = { snapshot: PaymentSnapshot; isDue: (balance: DisputeBalance) => boolean }

async function adjustDisputes(
  tx: Tx,
  ports: Ports,
  purchase: PurchaseRow,
  { snapshot, isDue }: AdjustmentInput,
): Promise<PurchaseRow> {
  let current = purchase
  for (const balance of await disputeBalances(tx, purchase, snapshot))
    if (isDue(balance)) current = await postDisputeAdjustment(tx, ports, current, balance)
  return current
}

/** A dispute, and its excess hold in minor units. */
type DisputeBalance = { row: DisputeRow; excessAmount: MinorUnits }

/** Every dispute of a purchase. Disputes hold, from the oldest on, the amount that refunds leave. */
async function disputeBalances(
  tx: Tx,
  purchase: PurchaseRow,
  snapshot: PaymentSnapshot,
): Promise<Array<DisputeBalance>> {
  if (purchase.disputedAmount === 0 && disputesIn(snapshot).length === 0) return []
  let remaining =
    purchase.amount - Math.max(purchase.refundedAmount, bookableRefundTotal(purchase, snapshot.refunds))
  return (await selectDisputes(tx, purchase.id)).map((row) => {
    const due = holdsFunds(row) ? Math.min(row.amount, remaining) : 0
    remaining -= due
    return { row, excessAmount: row.heldAmount - due }
  })
}

export function disputesIn({ dispute, otherDisputes = [] }: PaymentSnapshot): Array<DisputeSnapshot> {
  return dispute ? [dispute, ...otherDisputes] : otherDisputes
}

/** The sum of succeeded refunds, without those that exceed the paid amount. */
function bookableRefundTotal(
  { amount: maxAmount }: PurchaseRow,
  refunds: PaymentSnapshot['refunds'],
): MinorUnits {
  const succeeded = refunds.filter(({ state }) => state === 'succeeded')
  return succeeded.reduce((total, { amount }) => (total + amount > maxAmount ? total : total + amount), 0)
}

/** Posts the difference: releases an excess hold, or holds what is missing. */
async function postDisputeAdjustment(
  tx: Tx,
  ports: Ports,
  purchase: PurchaseRow,
  { row, excessAmount }: DisputeBalance,
): Promise<PurchaseRow> {
  const reversal = {
    reference: `dispute/${row.id}/${row.postingCount + 1}`,
    part: Math.abs(excessAmount),
    returned: reversedAmounts(purchase),
  }
  const { posting, feePart, taxPart } =
    excessAmount > 0
      ? undoReversal(purchase, { ...reversal, kind: 'dispute_reversal' })
      : reverseSale(purchase, { ...reversal, kind: 'dispute' })
  const hold = { heldAmount: row.heldAmount - excessAmount, postingCount: row.postingCount + 1 }
  await updateRow(tx, disputes, { id: row.id }, hold)
  return postReversal(tx, ports, purchase, {
    posting,
    saleCount: 0,
    change: {
      disputedAmount: purchase.disputedAmount - excessAmount,
      platformFeeRefundedAmount: purchase.platformFeeRefundedAmount + (excessAmount > 0 ? -feePart : feePart),
      taxRefundedAmount: purchase.taxRefundedAmount + (excessAmount > 0 ? -taxPart : taxPart),
    },
  })
}

function holdsFunds({ state }: Pick<DisputeSnapshot, 'state'>): boolean {
  return state === 'open' || state === 'lost'
}

function versionOf({ state, amount, postingCount, updatedAt }: DisputeRow): string {
  return [state, amount, postingCount, updatedAt.getTime()].join('/')
}
