import type { OrderNumber } from '../../../contract/order-number.ts'
import { platformFee } from '../../../domain/fees.ts'
import { providerFee, sale } from '../../../domain/ledger.ts'
import { canTransition, findMismatches } from '../../../domain/purchase.ts'
import { coalescePerKey } from '../../db/coalesce.ts'
import type { Db } from '../../db/database.ts'
import type { Ports } from '../../ports/index.ts'
import type { PaymentSnapshot } from '../../ports/payment-provider.ts'
import { publishContentChange } from '../content/content-changes.ts'
import { newGrant } from '../purchases/access-token.ts'
import type { CheckoutRow } from '../purchases/checkouts-repository.ts'
import type { PurchaseWithGrant } from '../purchases/repository.ts'
import { publishSaleEvent } from '../purchases/sale-events.ts'
import { saleTax } from '../tax/sale-tax.ts'
import { disputesIn } from './reconcile-disputes.ts'
import { type InsertedSale, insertSales, type NewSale, type SaleGroup } from './sales-repository.ts'

/** `checkoutVersion` is absent when the caller has locked the checkout. */
type PaidCheckout = { checkout: CheckoutRow; checkoutVersion?: string; snapshot: PaymentSnapshot }
type NumberedSale = PaidCheckout & { orderNumber: number }
type RecordedSale = InsertedSale & { bought: PurchaseWithGrant }

/**
 * Records a paid checkout together with concurrent sales of its creator, in one transaction, and returns the purchase.
 * They would wait for the creator's lock one after the other. Undefined when the sale needs more than that, or the
 * checkout has changed since it was read: then nothing is recorded, and the caller decides under its lock.
 */
export async function recordSaleInGroup(
  ports: Ports,
  paid: Required<PaidCheckout>,
): Promise<PurchaseWithGrant | undefined> {
  const { checkout, snapshot } = paid
  const isPlainSale =
    snapshot.state === 'paid' &&
    checkout.state !== 'paid' &&
    canTransition(checkout.state, 'paid') &&
    checkout.declineCount === 0 &&
    mismatchesOf(paid).length === 0 &&
    !hasReversals(snapshot)
  if (!isPlainSale) return undefined
  return recordGroup(ports, `${checkout.creatorId} ${checkout.currency}`, paid)
}

const recordGroup = coalescePerKey(async (ports: Ports, sales: Array<PaidCheckout>) => {
  const byCheckout = new Map(sales.map((paid) => [paid.checkout.id, paid]))
  // The same order for every group, so that two processes do not wait for each other.
  const inOrder = [...byCheckout.values()].sort((left, right) => left.checkout.id - right.checkout.id)
  const numbered = inOrder.map((paid) => ({ ...paid, orderNumber: ports.newPublicId() }))
  const recorded = await ports.db.transaction(async (tx) => {
    const inserted = await recordSales(tx, ports, numbered, 'skip')
    await ports.queue.enqueueAll(tx, 'send-email', emailJobs(inserted))
    return inserted
  })
  for (const { bought } of recorded) publishSale(ports, bought.checkout, bought.purchase.orderNumber)
  const boughtBy = new Map(recorded.map(({ checkoutId, bought }) => [checkoutId, bought]))
  return sales.map(({ checkout }) => boughtBy.get(checkout.id))
})

/** The jobs of the access emails. */
export function emailJobs(inserted: Array<InsertedSale>) {
  const mailIds = inserted.flatMap(({ mailId }) => (mailId === null ? [] : String(mailId)))
  return mailIds.map((mailId) => ({ data: { mailId }, singletonKey: mailId }))
}

/** Inserts sales of one creator with their emails, without the emails' jobs. See `insertSales`. */
export async function recordSales(
  db: Db,
  ports: Ports,
  sales: Array<NumberedSale>,
  undeliverable: Parameters<typeof insertSales>[3],
): Promise<Array<RecordedSale>> {
  const [first] = sales
  if (!first) return []
  const { creatorId, currency } = first.checkout
  const group = { creatorId, currency, now: ports.clock.now() }
  const newSales = new Map<number, NewSale & { checkout: CheckoutRow }>()
  for (const numbered of sales) {
    const { checkout } = numbered
    newSales.set(checkout.id, { ...(await toNewSale(db, ports, numbered, group.now)), checkout })
  }
  const inserted = await insertSales(db, group, [...newSales.values()], undeliverable)
  return inserted.flatMap((row) => {
    const newSale = newSales.get(row.checkoutId)
    return newSale ? { ...row, bought: purchaseAsInserted(group, newSale, row) } : []
  })
}

/** The rows that `insertSales` has just written, as `findPayment` would read them. */
function purchaseAsInserted(
  { creatorId, currency, now }: SaleGroup,
  { checkout, grant, card, ...sale }: NewSale & { checkout: CheckoutRow },
  { id, orderNumber }: InsertedSale,
): PurchaseWithGrant {
  const { contentId, listAmount, discountAmount, amount } = checkout
  const { platformFeeAmount, providerFeeAmount, taxRateBps, taxAmount, buyerEmail, buyerCountry } = sale
  return {
    purchase: {
      ...{ id, orderNumber, checkoutId: checkout.id, contentId, creatorId, amount, currency },
      listAmount,
      discountAmount,
      itemNumber: null,
      netAmount: null,
      ...{ platformFeeAmount, providerFeeAmount, taxRateBps, taxAmount, buyerEmail, buyerCountry },
      ...{ cardBrand: card?.brand ?? null, cardLast4: card?.last4 ?? null, paidAt: now },
      ...{ refundedAmount: 0, disputedAmount: 0, platformFeeRefundedAmount: 0, taxRefundedAmount: 0 },
      deliveryVerifiedAt: null,
    },
    grant: {
      ...{ purchaseId: id, contentId, tokenNonce: grant.nonce, firstAccessedAt: null },
      tokenReplacedAt: null,
      revokedAt: null,
      revocationReason: null,
      revocationMessage: '',
    },
    checkout: { ...checkout, state: 'paid', nextCheckAt: null },
    linkHashes: [grant.tokenHash],
  }
}

async function toNewSale(
  db: Db,
  ports: Ports,
  { checkout, checkoutVersion, snapshot, orderNumber }: NumberedSale,
  paidAt: Date,
): Promise<NewSale> {
  const { creatorId, amount, taxKind } = checkout
  const { card, providerFeeAmount } = snapshot
  const buyerCountry = card?.country ?? checkout.buyerCountry
  const taxedSale = { amount, taxKind, country: buyerCountry, paidAt }
  const { taxRateBps, taxAmount } = await saleTax(db, ports, taxedSale)
  const platformFeeAmount = platformFee(amount - taxAmount, checkout.platformFeeBps)
  const reference = `purchase/${orderNumber}`
  return {
    ...{ checkoutId: checkout.id, checkoutVersion: checkoutVersion ?? null, orderNumber },
    ...{ platformFeeAmount, providerFeeAmount: providerFeeAmount || null, taxRateBps, taxAmount },
    ...{ buyerEmail: snapshot.buyerEmail ?? checkout.buyerEmail, buyerCountry, card },
    grant: newGrant(ports),
    postings: [
      sale({ creatorId, amount, taxAmount, platformFeeAmount, reference }),
      ...(providerFeeAmount ? [providerFee({ reference, creatorId, fee: providerFeeAmount })] : []),
    ],
  }
}

/** Tells pages that show the creator's sales, and the tip page when it may list the buyer as a supporter. */
export function publishSale(ports: Ports, checkout: CheckoutRow, orderNumber: OrderNumber | undefined): void {
  if (orderNumber === undefined) return
  publishSaleEvent(ports, { creatorId: checkout.creatorId, orderNumber, type: 'sale' })
  if (hasPublicNote(checkout)) publishContentChange(ports, checkout.contentId)
}

/** Whether the tip page may list the buyer as a supporter, who then expects to see it. */
function hasPublicNote({ supporterName, supporterMessage, isSupporterPrivate }: CheckoutRow): boolean {
  return !isSupporterPrivate && supporterName + supporterMessage !== ''
}

/** The fields in which the payment differs from its checkout. */
export function mismatchesOf({
  checkout,
  snapshot,
}: Pick<PaidCheckout, 'checkout' | 'snapshot'>): Array<string> {
  return findMismatches({ ...checkout, checkoutId: String(checkout.id) }, snapshot)
}

/** Whether the payment has refunds or disputes. */
export function hasReversals(snapshot: PaymentSnapshot): boolean {
  return snapshot.refunds.length + disputesIn(snapshot).length + (snapshot.unknownDisputes ?? []).length > 0
}
