import { SupporterNote } from '../../../../contract/checkout.ts'
import { limits } from '../../../../contract/limits.ts'
import { formatDecimal } from '../../../../contract/money.ts'
import type { Checkout } from '../../../../contract/purchases.ts'
import { site } from '../../../../contract/site.ts'
import { AppError } from '../../../../domain/errors.ts'
import { resolveAmount } from '../../../../domain/price.ts'
import { taxKindOf } from '../../../../domain/tax.ts'
import type { BuyerProof } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { rejectWhenUnavailable } from '../../../ports/payment-provider.ts'
import { requirePurchasableContent } from '../../selling/content/service.ts'
import { purchaseNotFound, requireLatestPaymentId, requireOwnCheckout } from '../access/buyer-proof.ts'
import { accessUrl } from '../access/verify-purchase.ts'
import { decryptClientSecret, encryptClientSecret } from '../purchases/access-token.ts'
import {
  type CheckoutRow,
  findReusableCheckout,
  insertCheckout,
  lockBuyerCheckout,
  scheduleCheckSoon,
  selectBuyerCheckouts,
  setProviderPayment,
  updateSupporterNote,
} from '../purchases/checkouts-repository.ts'
import { selectPurchasesByBuyerCookie } from '../purchases/repository.ts'
import { findCardTesting } from '../settlement/card-testing.ts'
import { settleForBuyer } from '../settlement/settle-for-buyer.ts'
import { firstCheckAfter } from '../settlement/settle-purchase.ts'
import { isComplete } from '../settlement/undeliverable.ts'
import { buyerTerms } from './buyer-details.ts'

const notChargedMessage = 'You weren’t charged. Try again in a moment.'
const fileMissingMessage =
  'This item’s file is missing right now, so it can’t be bought. You weren’t charged.'

export type StartCheckoutInput = {
  contentId: number
  customAmount?: string | undefined
  buyerEmail: string
  buyerCookieHash: string
  /** The cookie was created for this request, so the browser has no checkouts yet. */
  isNewBrowser?: boolean
  /** Keyed hash of the buyer's IP address. Empty on a local instance, where all clients share one. */
  ipHash?: string
} & Partial<SupporterNote>

/** Stores the checkout before calling the provider, so that a crash in between leaves a row to resume. */
export async function startCheckout(ports: Ports, input: StartCheckoutInput) {
  const { db, paymentProvider, clock, settings } = ports
  const { contentId, buyerEmail, ipHash = '' } = input
  const [{ content, creator }, isWhole, cardTesting] = await Promise.all([
    requirePurchasableContent(ports, contentId),
    isComplete(db, contentId),
    findCardTesting(ports, { contentId, buyerEmail, ipHash }),
  ])
  const amount = resolveAmount(content, input.customAmount, paymentProvider.chargeLimits(content.currency))
  if (!isWhole) throw new AppError('unavailable', fileMissingMessage)
  if (cardTesting) throw cardTesting
  if (!input.isNewBrowser) await rejectWhileProcessing(ports, input)
  const { source, ...supporter } = SupporterNote.parse(input)
  const now = clock.now()
  const checkoutKey = {
    buyerCookieHash: input.buyerCookieHash,
    contentId: content.id,
    amount,
    currency: content.currency,
    provider: paymentProvider.id,
  }
  const newCheckout = {
    ...checkoutKey,
    ...supporter,
    listAmount: amount,
    discountAmount: 0,
    utmParameters: source,
    description: content.title,
    creatorId: content.creatorId,
    platformFeeBps: creator.plan === 'pro' ? limits.feeBasisPoints.pro : settings.current().feeBasisPoints,
    contentVersion: content.version,
    taxKind: taxKindOf(content.category),
    buyerEmail,
    ipHash,
    mode: paymentProvider.mode,
    state: 'open' as const,
    createdAt: now,
    expiresAt: new Date(now.getTime() + limits.checkoutTtlMs),
    nextCheckAt: firstCheckAfter(now),
  }
  const checkout = input.isNewBrowser
    ? await insertCheckout(db, newCheckout)
    : await db.transaction(async (tx) => {
        await lockBuyerCheckout(tx, input)
        const open = await findReusableCheckout(tx, checkoutKey, now)
        if (open) return updateSupporterNote(tx, open, { ...supporter, source, buyerEmail })
        return insertCheckout(tx, newCheckout)
      })

  const purchases = input.isNewBrowser ? [] : await selectPurchasesByBuyerCookie(db, input)
  const activePurchase = purchases.find(({ grant }) => grant.revokedAt === null)
  return {
    ...(await ensureProviderPayment(ports, checkout).catch(rejectWhenUnavailable(notChargedMessage))),
    amount: formatDecimal(amount, content.currency),
    currency: content.currency,
    alreadyOwned: activePurchase !== undefined,
    existingAccessUrl: activePurchase ? await accessUrl(ports, activePurchase) : null,
  }
}

/**
 * The provider's payment of a checkout: the same idempotency key returns the same payment. The request has only
 * values that are frozen on the checkout, so that it never changes for a key. The buyer's email comes with the card.
 */
export async function ensureProviderPayment(ports: Ports, checkout: CheckoutRow) {
  const { db, paymentProvider } = ports
  const existing = storedPayment(ports, checkout)
  if (existing) return existing
  const { paymentId, clientSecret } = await paymentProvider.createPayment(
    {
      checkoutId: String(checkout.id),
      contentId: checkout.contentId,
      amount: checkout.amount,
      currency: checkout.currency,
      description: checkout.description || site().name,
    },
    `pi:${checkout.id}`,
  )
  await setProviderPayment(db, checkout.id, {
    paymentId,
    clientSecretEncrypted: encryptClientSecret(ports, clientSecret),
  })
  return { paymentIntentId: paymentId, clientSecret }
}

function storedPayment(ports: Ports, { providerPaymentId, clientSecretEncrypted }: CheckoutRow) {
  const clientSecret = decryptClientSecret(ports, clientSecretEncrypted)
  return providerPaymentId && clientSecret ? { paymentIntentId: providerPaymentId, clientSecret } : undefined
}

/** Rejects a second payment while the buyer's last one is processing. */
async function rejectWhileProcessing(ports: Ports, input: StartCheckoutInput): Promise<void> {
  const processing = (await selectBuyerCheckouts(ports.db, input)).filter(
    ({ state }) => state === 'processing',
  )
  for (const { providerPaymentId } of processing) {
    if (!providerPaymentId) continue
    const { state } = await settleForBuyer(ports, providerPaymentId)
    if (state === 'processing') throw new AppError('conflict', 'Your previous payment is still processing')
  }
}

/** The checkout page's data: the checkout of the client secret, with its current state at the provider. */
export async function getCheckout(ports: Ports, contentId: number, proof: BuyerProof): Promise<Checkout> {
  // A client secret begins with its payment's id, for every provider.
  const idFromSecret = proof.paymentSecret?.split('_secret_')[0]
  const paymentId = idFromSecret || (await requireLatestPaymentId(ports, contentId, proof))
  const checkout = await requireOwnCheckout(ports, paymentId, proof)
  if (checkout.contentId !== contentId) throw purchaseNotFound()
  const { state } = await settleForBuyer(ports, paymentId)
  if (state === 'open') await scheduleCheckSoon(ports.db, checkout, firstCheckAfter(ports.clock.now()))
  return {
    paymentIntentId: paymentId,
    contentId,
    amount: formatDecimal(checkout.amount, checkout.currency),
    currency: checkout.currency,
    state: state === 'quarantined' ? 'unknown' : state,
    buyerEmail: checkout.buyerEmail,
    provider: ports.paymentProvider.paymentFormConfig(),
    terms: buyerTerms(ports, checkout),
  }
}
