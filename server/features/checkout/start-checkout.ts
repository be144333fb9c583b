import { limits } from '../../../contract/limits.ts'
import { formatDecimal } from '../../../contract/money.ts'
import { SupporterNote } from '../../../contract/supporter-note.ts'
import { AppError } from '../../../domain/errors.ts'
import { resolveAmount } from '../../../domain/price.ts'
import type { Ports } from '../../ports/index.ts'
import { rejectWhenUnavailable } from '../../ports/provider-unavailable-error.ts'
import { accessUrl } from '../access/verify-purchase.ts'
import { requirePurchasableContent } from '../content/service.ts'
import { decryptClientSecret, encryptClientSecret } from '../purchases/access-token.ts'
import {
  type CheckoutRow,
  findReusableCheckout,
  insertCheckout,
  lockBuyerCheckout,
  selectBuyerCheckouts,
  setProviderPayment,
  updateSupporterNote,
} from '../purchases/checkouts-repository.ts'
import { selectPurchasesByBuyerCookie } from '../purchases/repository.ts'
import { rejectCardTesting } from '../settlement/card-testing.ts'
import { firstCheckAfter, settleForBuyer } from '../settlement/settle-purchase.ts'
import { findUndeliverableReason } from '../settlement/undeliverable.ts'

const notChargedMessage = 'You weren’t charged. Try again in a moment.'
const fileMissingMessage =
  'This item’s file is missing right now, so it can’t be bought. You weren’t charged.'

export type StartCheckoutInput = {
  contentId: number
  customAmount?: string | undefined
  buyerEmail: string
  buyerCookieHash: string
  /** Keyed hash of the buyer's IP address. Empty on a local instance, where all clients share one. */
  ipHash?: string
} & Partial<SupporterNote>

/** Stores the checkout before calling the provider, so that a crash in between leaves a row to resume. */
export async function startCheckout(ports: Ports, input: StartCheckoutInput) {
  const { db, paymentProvider, clock, config } = ports
  const { content, creator } = await requirePurchasableContent(ports, input.contentId)
  const amount = resolveAmount(content, input.customAmount, paymentProvider.chargeLimits(content.currency))
  if (await findUndeliverableReason(db, content.id)) throw new AppError('unavailable', fileMissingMessage)
  const { buyerEmail, ipHash = '' } = input
  await rejectCardTesting(ports, { contentId: content.id, buyerEmail, ipHash })
  await rejectWhileProcessing(ports, input)
  const { source, ...supporter } = SupporterNote.parse(input)

  const checkout = await db.transaction(async (tx) => {
    await lockBuyerCheckout(tx, input)
    const now = clock.now()
    const checkoutKey = {
      buyerCookieHash: input.buyerCookieHash,
      contentId: content.id,
      amount,
      currency: content.currency,
      provider: paymentProvider.id,
    }
    const open = await findReusableCheckout(tx, checkoutKey, now)
    if (open) return updateSupporterNote(tx, open, { ...supporter, source, buyerEmail })
    return insertCheckout(tx, {
      ...checkoutKey,
      ...supporter,
      utmParameters: source,
      description: content.title,
      creatorId: content.creatorId,
      platformFeeBps: creator.plan === 'pro' ? limits.feeBasisPoints.pro : config.feeBasisPoints,
      contentVersion: content.version,
      buyerEmail,
      ipHash,
      mode: paymentProvider.mode,
      state: 'open',
      createdAt: now,
      expiresAt: new Date(now.getTime() + limits.checkoutTtlMs),
      nextCheckAt: firstCheckAfter(now),
    })
  })

  const activePurchase = (await selectPurchasesByBuyerCookie(db, input)).find(
    ({ grant }) => grant.revokedAt === null,
  )
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
  const storedSecret = decryptClientSecret(ports, checkout.clientSecretEncrypted)
  if (checkout.providerPaymentId && storedSecret) {
    return { paymentIntentId: checkout.providerPaymentId, clientSecret: storedSecret }
  }
  const { paymentId, clientSecret } = await paymentProvider.createPayment(
    {
      checkoutId: String(checkout.id),
      contentId: checkout.contentId,
      amount: checkout.amount,
      currency: checkout.currency,
      description: checkout.description || 'Tipdrop',
    },
    `pi:${checkout.id}`,
  )
  await setProviderPayment(db, checkout.id, {
    paymentId,
    clientSecretEncrypted: encryptClientSecret(ports, clientSecret),
  })
  return { paymentIntentId: paymentId, clientSecret }
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
