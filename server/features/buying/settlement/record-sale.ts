import { toOrderNumber } from '../../../../contract/order-number.ts'
import { platformFee } from '../../../../domain/fees.ts'
import { providerFee, sale } from '../../../../domain/ledger.ts'
import { taxPlace } from '../../../../domain/tax.ts'
import type { Tx } from '../../../db/database.ts'
import { notify } from '../../../db/notify.ts'
import { insertWithPublicId } from '../../../db/public-id.ts'
import { insertIfNew, insertRows } from '../../../db/rows.ts'
import { accessGrants, accessLinks, purchases } from '../../../db/schema/index.ts'
import { sha256Base64url } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import type { PaymentSnapshot } from '../../../ports/payment-provider.ts'
import { postToLedger } from '../../money/ledger/repository.ts'
import { saleTax } from '../../money/tax/rates.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { recordEvent, saleFacts } from '../../telling/deliveries/events.ts'
import { newGrant } from '../purchases/access-token.ts'
import { type CheckoutRow, updateCheckout } from '../purchases/checkouts-repository.ts'
import { postSale } from '../purchases/post-sale.ts'
import { keptPromise } from '../purchases/promises.ts'
import { type PurchaseWithGrant, updatePurchase } from '../purchases/repository.ts'
import { publishSaleEvent } from '../purchases/sale-events.ts'
import { applyExtras } from './apply-extras.ts'
import { tellCreator } from './tell-creator.ts'

/** A buyer of an item that can't be delivered gets the refund's email instead of the access email. */
type PaidCheckout = { checkout: CheckoutRow; snapshot: PaymentSnapshot; isDeliverable: boolean }

/**
 * Records a paid checkout: purchase, grant and link, email, postings and totals, in the caller's transaction, which holds
 * the checkout's lock. Its unique checkout makes a second call an error of the database. The creator's lock comes last,
 * because all sales of a creator wait for it.
 */
export async function recordSale(
  tx: Tx,
  ports: Ports,
  { checkout, snapshot, isDeliverable }: PaidCheckout,
): Promise<PurchaseWithGrant> {
  const { contentId, creatorId, listAmount, discountAmount, discountId, tipAmount, amount, currency } =
    checkout
  const paidAt = ports.clock.now()
  const buyerEmail = snapshot.buyerEmail ?? checkout.buyerEmail
  const cardCountry = snapshot.card?.country ?? null
  const isVatIdVerified = checkout.vatIdVerifiedAt !== null
  const place = taxPlace({
    cardCountry,
    statedCountry: checkout.buyerCountry,
    statedRegion: checkout.buyerRegion,
    vatId: checkout.vatId,
    isVatIdVerified,
  })
  const tax = await saleTax(tx, ports, {
    amount,
    taxKind: checkout.taxKind,
    place,
    isVatIdVerified,
    paidAt,
  })
  const platformFeeAmount = platformFee(amount - tax.taxAmount, checkout.platformFeeBps)

  const promisedReleaseAt = await keptPromise(tx, checkout, paidAt)
  const inserted = await insertWithPublicId(ports.newPublicId, (publicId) =>
    insertIfNew(
      tx,
      purchases,
      {
        orderNumber: toOrderNumber(String(publicId)),
        checkoutId: checkout.id,
        contentId,
        creatorId,
        listAmount,
        discountAmount,
        ...(discountId !== null && { discountId }),
        tipAmount,
        amount,
        currency,
        ...tax,
        platformFeeAmount,
        netAmount: amount - tax.taxAmount - platformFeeAmount,
        providerFeeAmount: snapshot.providerFeeAmount || null,
        buyerEmail,
        buyerCountry: place.country,
        buyerRegion: place.region,
        cardCountry,
        cardBrand: snapshot.card?.brand ?? null,
        cardLast4: snapshot.card?.last4 ?? null,
        // Only codes have limits per buyer.
        ...(discountId !== null && { cardFingerprintHash: hashCard(ports, snapshot.card) }),
        paidAt,
        promisedReleaseAt,
      },
      ['orderNumber'],
    ),
  )
  const { id: purchaseId, orderNumber, providerFeeAmount: fee } = inserted
  const { nonce, tokenHash } = newGrant(ports)
  const [grant] = await insertRows(tx, accessGrants, [{ purchaseId, contentId, tokenNonce: nonce }])
  await insertRows(tx, accessLinks, [{ purchaseId, tokenHash }])
  const paid = { state: 'paid', nextCheckAt: null } as const
  await updateCheckout(tx, checkout.id, paid)

  const eventId = await recordEvent(tx, ports, {
    type: 'sale.created',
    creatorId,
    subject: `purchase/${purchaseId}`,
    payload: { ...saleFacts(inserted), amount },
  })
  if (buyerEmail && isDeliverable)
    await sendEmail(tx, ports, {
      kind: 'purchase_access',
      to: buyerEmail,
      data: { purchaseId },
      dedupeKey: `purchase/${purchaseId}`,
      eventId,
      lane: 0,
    })

  const reference = `purchase/${orderNumber}`
  if (fee) await postToLedger(tx, providerFee({ reference, creatorId, fee }), { currency, now: paidAt })
  const posting = sale({ creatorId, amount, taxAmount: tax.taxAmount, platformFeeAmount, reference })
  const counted = await postSale(tx, ports, inserted, { posting, saleCount: 1, purchaseCount: 1 })
  const purchase = await updatePurchase(tx, purchaseId, { itemNumber: counted.itemCount })
  await tellCreator(tx, ports, { ...counted, purchase, eventId })
  await applyExtras(tx, ports, { checkout, purchase })
  return { purchase, grant, checkout: { ...checkout, ...paid }, linkHashes: [tokenHash] }
}

/** The keyed hash of a card, by which uses of a code are counted without storing what the provider calls it. */
function hashCard({ secret }: Pick<Ports, 'secret'>, card: PaymentSnapshot['card']): string | null {
  return card?.fingerprint ? sha256Base64url(`card ${secret} ${card.fingerprint}`) : null
}

/** Tells pages that show the creator's sales, and the tip page when it may list the buyer as a supporter. */
export function publishSale(ports: Ports, { checkout, purchase }: PurchaseWithGrant): void {
  const { creatorId, orderNumber } = purchase
  publishSaleEvent(ports, { creatorId, orderNumber, type: 'sale' })
  if (hasPublicNote(checkout)) notify(ports, 'content_changed', String(checkout.contentId))
}

/** Whether the tip page may list the buyer as a supporter, who then expects to see it. */
function hasPublicNote({ supporterName, supporterMessage, isSupporterPrivate }: CheckoutRow): boolean {
  return !isSupporterPrivate && supporterName + supporterMessage !== ''
}
