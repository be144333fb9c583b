import type { Tx } from '../../../db/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { offerReturnedCopy } from '../../selling/copies/requests.ts'
import { issueKeys } from '../../selling/licenses/issue.ts'
import { selectTaken, tellIfFew } from '../../selling/licenses/pool.ts'
import { endWaitsOf } from '../../selling/licenses/waits.ts'
import { countUnheldCopy } from '../../selling/reservations/copies.ts'
import { releaseHolds, releaseUses, settleHolds } from '../../selling/reservations/repository.ts'
import type { CheckoutRow } from '../purchases/checkouts-repository.ts'
import type { PurchaseRow } from '../purchases/repository.ts'

/*
 * What a checkout has beside its item: the use of a code, a copy, and license keys. Each function is called after everything else that a
 * sale locks. A plain checkout writes nothing of it.
 */

type ExtrasOfCheckout = Pick<CheckoutRow, 'id' | 'hasExtras' | 'contentId'>
type Sold = Pick<PurchaseRow, 'id' | 'checkoutId' | 'contentId' | 'amount'>

/** The sale uses what its checkout has held, and its keys are issued. */
export async function applyExtras(
  tx: Tx,
  ports: Ports,
  {
    checkout: { hasExtras, id: checkoutId, ownedContentIds },
    purchase,
  }: { checkout: Pick<CheckoutRow, 'id' | 'hasExtras' | 'ownedContentIds'>; purchase: PurchaseRow },
): Promise<void> {
  const { contentId, amount } = purchase
  const used = hasExtras ? await settleHolds(tx, { checkoutId, amount }) : []
  await countUnheldCopy(tx, { contentId, checkoutId, amount })
  if (hasExtras) await issueKeys(tx, ports, { purchase, ownedContentIds })
  for (const { kind, subjectId } of used) if (kind === 'keys') await tellIfFew(tx, ports, subjectId)
}

/** The checkout can't be paid any more. */
export async function releaseExtras(
  tx: Tx,
  ports: Ports,
  { hasExtras, id, contentId }: ExtrasOfCheckout,
): Promise<void> {
  if (!hasExtras) return
  await releaseHolds(tx, id)
  await offerReturnedCopy(tx, ports, contentId)
}

/** The sale was refunded in full: what it used is there for others. A dispute keeps it. */
export async function returnExtras(
  tx: Tx,
  ports: Ports,
  { id, checkoutId, contentId, amount }: Sold,
): Promise<void> {
  await endWaitsOf(tx, ports, { purchaseId: id })
  await releaseUses(tx, { checkoutId, amount, takenKeysOf: await selectTaken(tx, id) })
  await offerReturnedCopy(tx, ports, contentId)
}

/** The bank has returned the refund, so the sale uses it again, unless others have taken the last one. */
export async function reapplyExtras(tx: Tx, { checkoutId, amount }: Sold): Promise<void> {
  await settleHolds(tx, { checkoutId, amount })
}
