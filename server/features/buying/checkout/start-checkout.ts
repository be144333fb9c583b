import { SupporterNote } from '../../../../contract/checkout.ts'
import { limits } from '../../../../contract/limits.ts'
import { formatDecimal } from '../../../../contract/money.ts'
import type { Checkout } from '../../../../contract/purchases.ts'
import { AppError } from '../../../../domain/errors.ts'
import { taxKindOf } from '../../../../domain/tax.ts'
import { addTip } from '../../../../domain/tip.ts'
import type { Tx } from '../../../db/database.ts'
import type { BuyerProof } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { rejectWhenUnavailable } from '../../../ports/payment-provider.ts'
import { planOf } from '../../people/accounts/plan.ts'
import { requirePurchasableContent } from '../../selling/content/service.ts'
import { findAppliedDiscount } from '../../selling/discounts/repository.ts'
import { hasKeys } from '../../selling/licenses/issue.ts'
import { purchaseNotFound, requireLatestPaymentId, requireOwnCheckout } from '../access/buyer-proof.ts'
import { accessUrl } from '../access/verify-purchase.ts'
import {
  findReusableCheckout,
  insertCheckout,
  lockBuyerCheckout,
  scheduleCheckSoon,
  selectBuyerCheckouts,
  updateSupporterNote,
} from '../purchases/checkouts-repository.ts'
import { findPromise, promiseOf } from '../purchases/promises.ts'
import { selectPurchasesByBuyerCookie } from '../purchases/repository.ts'
import { findCardTesting } from '../settlement/card-testing.ts'
import { settleForBuyer, settleForCheckout } from '../settlement/settle-for-buyer.ts'
import { firstCheckAfter } from '../settlement/settle-purchase.ts'
import { isComplete } from '../settlement/undeliverable.ts'
import { buyerTerms } from './buyer-details.ts'
import { holdsOf, priceCheckout } from './discounted-checkout.ts'
import { holdEach, storeWithHolds } from './holds.ts'
import { requireOwnerPrice } from './owner-price.ts'
import { ensureProviderPayment } from './provider-payment.ts'
import { presentTip } from './tips.ts'

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
  /** A typed discount code, and the address whose wrong codes are counted. */
  code?: string
  ip?: string
  /** Pays what an owner pays: for the items of a bundle that they do not have, or for an upgrade. A text is the proof of a link. */
  paysAsOwner?: boolean | string
  /** A tip on top, as a decimal. */
  tip?: string | undefined
} & Partial<SupporterNote>

/** What a buyer wants, and what they owe for it. */
export type Order = Awaited<ReturnType<typeof priceOrder>>

/** Throws AppError for an item or a code that can't be had, and for an invalid amount. */
export async function priceOrder(ports: Ports, input: StartCheckoutInput) {
  const [sold, isWhole] = await Promise.all([
    requirePurchasableContent(ports, input.contentId),
    isComplete(ports.db, input.contentId),
  ])
  const ofOwner = input.paysAsOwner
    ? await requireOwnerPrice(ports, sold, {
        cookieHash: input.buyerCookieHash,
        owner: String(input.paysAsOwner),
      })
    : undefined
  const row = ofOwner?.row ?? sold
  const { price: untipped, discount } = await priceCheckout(
    ports,
    row,
    ofOwner ? { ...input, code: '' } : input,
  )
  const charge = ports.paymentProvider.chargeLimits(row.content.currency)
  const tip = ofOwner ? undefined : input.tip
  const price = addTip(row.content, untipped, { tip, charge })
  if (!isWhole) throw new AppError('unavailable', fileMissingMessage)
  const { ownedContentIds = [], ownedPurchaseIds = [] } = ofOwner ?? {}
  return { row, price, discount, ownedContentIds, ownedPurchaseIds }
}

/** Without a payment for what costs nothing: it is had with the form of its page (`claimFree`). */
export async function startCheckout(ports: Ports, input: StartCheckoutInput) {
  const order = await priceOrder(ports, input)
  if (order.price.amount > 0) return startPaidCheckout(ports, input, order)
  const { currency } = order.row.content
  const { alreadyOwned, existingAccessUrl } = await findOwned(ports, input)
  const amount = formatDecimal(0, currency)
  return { paymentIntentId: '', clientSecret: '', amount, currency, alreadyOwned, existingAccessUrl }
}

/** Stores the checkout before calling the provider, so that a crash in between leaves a row to resume. */
export async function startPaidCheckout(ports: Ports, input: StartCheckoutInput, order: Order) {
  const { db, paymentProvider, clock, settings } = ports
  const { contentId, buyerEmail, ipHash = '' } = input
  const { row, price, discount, ownedContentIds, ownedPurchaseIds } = order
  const { content, creator } = row
  const { amount } = price
  const cardTesting = await findCardTesting(ports, { contentId, buyerEmail, ipHash })
  const holds = await holdsOf(ports, row, { discount, ownedContentIds })
  const hasExtras = holds.length > 0 || (await hasKeys(db, content, clock.now()))
  if (cardTesting) throw cardTesting
  if (!input.isNewBrowser) await rejectWhileProcessing(ports, input)
  const { source, ...supporter } = SupporterNote.parse(input)
  const now = clock.now()
  const checkoutKey = {
    buyerCookieHash: input.buyerCookieHash,
    contentId: content.id,
    amount,
    tipAmount: price.tipAmount,
    discountId: discount?.id ?? null,
    ownedContentIds,
    promisedReleaseAt: promiseOf(content, now),
    currency: content.currency,
    provider: paymentProvider.id,
  }
  const newCheckout = {
    ...checkoutKey,
    ...supporter,
    ...price,
    ownedPurchaseIds,
    hasExtras,
    utmParameters: source,
    description: content.title,
    creatorId: content.creatorId,
    platformFeeBps: planOf(creator) === 'pro' ? limits.feeBasisPoints.pro : settings.current().feeBasisPoints,
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
  const store = async (tx: Tx) => {
    if (!input.isNewBrowser) await lockBuyerCheckout(tx, input)
    const open = input.isNewBrowser ? undefined : await findReusableCheckout(tx, checkoutKey, now)
    const stored = open
      ? await updateSupporterNote(tx, open, { ...supporter, source, buyerEmail })
      : await insertCheckout(tx, newCheckout)
    if (hasExtras) await holdEach(tx, ports, { holds, checkout: stored })
    return stored
  }
  const checkout = hasExtras
    ? await storeWithHolds(ports, { buyerCookieHash: input.buyerCookieHash, store }).catch(
        rejectWhenUnavailable(notChargedMessage),
      )
    : input.isNewBrowser
      ? await insertCheckout(db, newCheckout)
      : await db.transaction(store)

  const owned = await findOwned(ports, input)
  return {
    ...(await ensureProviderPayment(ports, checkout).catch(rejectWhenUnavailable(notChargedMessage))),
    amount: formatDecimal(amount, content.currency),
    currency: content.currency,
    ...owned,
  }
}

/** What this browser has of the item already. */
async function findOwned(ports: Ports, input: StartCheckoutInput) {
  const purchases = input.isNewBrowser ? [] : await selectPurchasesByBuyerCookie(ports.db, input)
  const active = purchases.find(({ grant }) => grant.revokedAt === null)
  return {
    alreadyOwned: active !== undefined,
    existingAccessUrl: active ? await accessUrl(ports, active) : null,
  }
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
  const { state } = await settleForCheckout(ports, paymentId)
  if (state === 'open') await scheduleCheckSoon(ports.db, checkout, firstCheckAfter(ports.clock.now()))
  return {
    paymentIntentId: paymentId,
    contentId,
    listAmount: formatDecimal(checkout.listAmount, checkout.currency),
    discount: await findAppliedDiscount(ports.db, checkout),
    tip: await presentTip(ports.db, checkout),
    isOwnerPrice: checkout.ownedContentIds.length > 0,
    release: await findPromise(ports.db, checkout),
    amount: formatDecimal(checkout.amount, checkout.currency),
    currency: checkout.currency,
    state: state === 'quarantined' ? 'unknown' : state,
    buyerEmail: checkout.buyerEmail,
    provider: ports.paymentProvider.paymentFormConfig(),
    terms: await buyerTerms(ports, checkout),
  }
}
