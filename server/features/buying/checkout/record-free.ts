import { eq, sql } from 'drizzle-orm'
import { toOrderNumber } from '../../../../contract/order-number.ts'
import { taxKindOf } from '../../../../domain/tax.ts'
import type { Tx } from '../../../db/database.ts'
import { insertWithPublicId } from '../../../db/public-id.ts'
import { insertIfNew, insertRows } from '../../../db/rows.ts'
import { accessGrants, accessLinks, contentRollups, purchases } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import type { ContentRow } from '../../selling/content/repository.ts'
import { hasKeys } from '../../selling/licenses/issue.ts'
import { newGrant } from '../purchases/access-token.ts'
import { insertCheckout } from '../purchases/checkouts-repository.ts'
import { promiseOf } from '../purchases/promises.ts'
import type { PurchaseWithGrant } from '../purchases/repository.ts'
import { applyExtras } from '../settlement/apply-extras.ts'
import { type CheckoutDiscount, holdsOf } from './discounted-checkout.ts'
import { holdEach } from './holds.ts'

export type FreeOrder = {
  row: ContentRow
  buyerCookieHash: string
  /** Only one that was confirmed by a link. */
  buyerEmail: string
  source: string
  /** The price without the code, and the code that takes all of it off. */
  listAmount: number
  discount: CheckoutDiscount | undefined
}

/**
 * Records what somebody gets free: a paid checkout of 0, a purchase, a grant and its link. Nothing is posted, no receipt
 * is issued and no event recorded, because nothing was sold. It is counted apart from sales, by the item's total, which is locked before
 * the use of a code, as in a sale.
 */
export async function recordFree(tx: Tx, ports: Ports, order: FreeOrder): Promise<PurchaseWithGrant> {
  const { row, buyerCookieHash, buyerEmail, source, listAmount, discount } = order
  const { content } = row
  const now = ports.clock.now()
  const holds = await holdsOf({ db: tx }, row, { discount })
  const hasExtras = holds.length > 0 || (await hasKeys(tx, content, now))
  const shared = {
    contentId: content.id,
    creatorId: content.creatorId,
    listAmount,
    discountAmount: listAmount,
    ...(discount && { discountId: discount.id }),
    amount: 0,
    promisedReleaseAt: promiseOf(content, now),
    currency: content.currency,
    buyerEmail,
  }
  const checkout = await insertCheckout(tx, {
    ...shared,
    hasExtras,
    platformFeeBps: 0,
    description: content.title,
    contentVersion: content.version,
    taxKind: taxKindOf(content.category),
    buyerCookieHash,
    utmParameters: source,
    provider: 'free',
    mode: ports.paymentProvider.mode,
    state: 'paid',
    createdAt: now,
    expiresAt: now,
  })
  const purchase = await insertWithPublicId(ports.newPublicId, (publicId) =>
    insertIfNew(
      tx,
      purchases,
      {
        ...shared,
        orderNumber: toOrderNumber(String(publicId)),
        checkoutId: checkout.id,
        platformFeeAmount: 0,
        netAmount: 0,
        paidAt: now,
        // There is nothing to refund when its file turns out to be lost.
        deliveryVerifiedAt: now,
      },
      ['orderNumber'],
    ),
  )
  const { nonce, tokenHash } = newGrant(ports)
  const [grant] = await insertRows(tx, accessGrants, [
    { purchaseId: purchase.id, contentId: content.id, tokenNonce: nonce },
  ])
  await insertRows(tx, accessLinks, [{ purchaseId: purchase.id, tokenHash }])
  await tx
    .update(contentRollups)
    .set({ freeCount: sql`${contentRollups.freeCount} + 1` })
    .where(eq(contentRollups.contentId, content.id))
  if (hasExtras) {
    await holdEach(tx, ports, { holds, checkout })
    await applyExtras(tx, ports, { checkout, purchase })
  }
  return { purchase, grant, checkout, linkHashes: [tokenHash] }
}
