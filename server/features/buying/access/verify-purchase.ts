import { maskEmail } from '../../../../contract/email-address.ts'
import { formatDecimal } from '../../../../contract/money.ts'
import type { OwnedPurchase, PurchaseAccess, SettlementResult } from '../../../../contract/purchases.ts'
import { canWriteToCreator } from '../../../../domain/access.ts'
import { canWithdraw } from '../../../../domain/buyer-terms.ts'
import { AppError } from '../../../../domain/errors.ts'
import { cardText } from '../../../../domain/format.ts'
import { holds } from '../../../../domain/part-kinds.ts'
import { visibleParts } from '../../../../domain/parts.ts'
import { purchaseState, refundDeadline, refundStatus } from '../../../../domain/purchase.ts'
import { guaranteeStart } from '../../../../domain/release.ts'
import { type BuyerProof, type FindViewer, sha256Base64url } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { presentWaveforms } from '../../selling/content/parts.ts'
import { type ContentRow, findContentById } from '../../selling/content/repository.ts'
import { presentVersions } from '../../selling/content/versions-repository.ts'
import { accessToken } from '../purchases/access-token.ts'
import { presentMessages } from '../purchases/messages-repository.ts'
import {
  addAccessLink,
  type FoundPayment,
  findOwnedPurchase,
  findPayment,
  findPurchaseByToken,
  type PurchaseRow,
  type PurchaseWithGrant,
} from '../purchases/repository.ts'
import { loadTestPurchase } from '../purchases/test-purchases-repository.ts'
import { settleForBuyer } from '../settlement/settle-for-buyer.ts'
import type { Settlement } from '../settlement/settle-purchase.ts'
import { presentTicket } from '../tickets/ticket.ts'
import { contentOfPurchase, requireAccessibleContent, requireBoughtContent } from './active-access.ts'
import { describeArchive } from './archive.ts'
import { presentBoughtBundle, withBoughtItems } from './bundle.ts'
import { hasBuyerProof, purchaseNotFound, requireLatestPaymentId, requireOwnPayment } from './buyer-proof.ts'
import { presentSet } from './complete-set.ts'
import { presentLicenses } from './license-cards.ts'
import {
  presentMoreFromCreator,
  presentPurchasedContent,
  presentTestAccess,
  presentThankYouNote,
  withholdContent,
} from './present.ts'
import { latestBuyerRequestState, markAccessed } from './repository.ts'
import { presentWait, withoutParts } from './wait.ts'

export async function completePurchase(
  ports: Ports,
  paymentId: string,
  proof: BuyerProof,
): Promise<SettlementResult> {
  return resultOf(await settleForBuyer(ports, paymentId, await requireOwnPayment(ports, paymentId, proof)))
}

/** Without the purchase, which is not part of the response. */
function resultOf({ state, purchaseId }: Settlement): SettlementResult {
  return { state, purchaseId }
}

/** Settles this browser's newest checkout of an item, for a return page without payment id. */
export async function settleLatestCheckout(
  ports: Ports,
  contentId: number,
  proof: BuyerProof,
): Promise<SettlementResult> {
  return resultOf(await settleForBuyer(ports, await requireLatestPaymentId(ports, contentId, proof)))
}

/**
 * The purchased item, for the browser or client secret that paid. Throws AppError: 402 while processing, 403 when
 * refunded.
 */
export async function verifyPurchase(
  ports: Ports,
  { paymentId, contentId, ...visit }: { paymentId: string; contentId: number } & Visit,
): Promise<PurchaseAccess> {
  const found = await requireOwnPaymentOf(ports, { paymentId, contentId, proof: visit.proof })
  if (found.purchase) return presentAccess(ports, found, visit)
  // Read while the payment is settled. What is not bought yet has no refund request.
  const [bought, details] = await Promise.all([
    requirePaid(ports, paymentId, found),
    readAccessDetails(ports, found.checkout),
  ])
  return presentAccess(ports, bought, { ...visit, details })
}

/** Who asks for a purchase, and whether anybody sees the response. */
type Visit = { proof: BuyerProof; isPreview: boolean }

type OwnPayment = { paymentId: string; contentId: number; proof: BuyerProof }

async function requireOwnPaymentOf(
  ports: Ports,
  { paymentId, contentId, proof }: OwnPayment,
): Promise<FoundPayment> {
  const found = await requireOwnPayment(ports, paymentId, proof)
  if (found.checkout.contentId !== contentId) throw purchaseNotFound()
  return found
}

/** The purchase of a payment, settled first if necessary. */
export async function requireSettledPurchase(ports: Ports, own: OwnPayment): Promise<PurchaseWithGrant> {
  const found = await requireOwnPaymentOf(ports, own)
  return found.purchase ? found : requirePaid(ports, own.paymentId, found)
}

/** Settles once more; throws AppError 402 while the payment may still succeed, 404 when it will not. */
export async function requirePaid(
  ports: Ports,
  paymentId: string,
  known?: FoundPayment,
): Promise<PurchaseWithGrant> {
  const { state, purchaseId: orderNumber, bought: recorded } = await settleForBuyer(ports, paymentId, known)
  if (recorded) return recorded
  if (orderNumber === null) {
    if (state === 'canceled' || state === 'quarantined') throw purchaseNotFound()
    throw new AppError('payment_pending', 'Your payment is still processing.')
  }
  const bought = await findPayment(ports.db, { provider: ports.paymentProvider.id, paymentId })
  if (!bought?.purchase) throw new Error(`Purchase ${orderNumber} does not exist`)
  return bought
}

/** The access page's data. Its token alone is enough and does not expire. */
export async function getAccessByToken(
  ports: Ports,
  { token, findViewer, ...visit }: { token: string; findViewer: FindViewer } & Visit,
): Promise<PurchaseAccess> {
  const testPurchase = await loadTestPurchase(ports, token, findViewer)
  return testPurchase
    ? presentTestAccess(ports, testPurchase)
    : presentAccess(ports, await requirePurchaseByToken(ports, token), visit)
}

export async function requirePurchaseByToken({ db }: Ports, token: string): Promise<PurchaseWithGrant> {
  const bought = await findPurchaseByToken(db, sha256Base64url(token))
  if (!bought) throw purchaseNotFound()
  return bought
}

/** Counts the purchase as opened, by a person who has pressed the button. Throws AppError when access is revoked. */
export async function openPurchase(ports: Ports, token: string): Promise<void> {
  const bought = await requirePurchaseByToken(ports, token)
  await requireAccessibleContent(ports, bought)
  await markAccessed(ports.db, bought, ports.clock.now())
}

/** What the access page shows besides the purchase: its item, others of the creator, and its refund request. */
async function readAccessDetails(
  ports: Ports,
  item: Pick<PurchaseRow, 'contentId' | 'creatorId'>,
  purchaseId?: number,
) {
  const [row, versions, moreFromCreator, requestState, messages] = await Promise.all([
    contentOfPurchase(ports, { purchase: item }),
    presentVersions(ports.db, item.contentId),
    presentMoreFromCreator(ports, item),
    purchaseId === undefined ? undefined : latestBuyerRequestState(ports.db, purchaseId),
    purchaseId === undefined ? [] : presentMessages(ports.db, purchaseId),
  ])
  return { row, versions, moreFromCreator, requestState, messages }
}

/**
 * A link or text counts as opened when the paying browser shows it. With the access link alone it is withheld until
 * somebody opens it, because the link is also visited by mail scanners. `details` is absent when the caller has not read
 * them.
 */
async function presentAccess(
  ports: Ports,
  bought: PurchaseWithGrant,
  { details: known, proof, isPreview }: Visit & { details?: Awaited<ReturnType<typeof readAccessDetails>> },
): Promise<PurchaseAccess> {
  const { purchase, checkout, grant } = bought
  const isPayingBrowser = hasBuyerProof(ports, checkout, proof)
  const details = known ?? (await readAccessDetails(ports, purchase, purchase.id))
  const { versions, moreFromCreator, requestState, messages } = details
  await requireBoughtContent(ports, bought, details.row)
  const now = ports.clock.now()
  const wait = presentWait(purchase, details.row, now)
  const paidBundle = { paidAt: purchase.paidAt, paid: { purchase, checkout } }
  const row = await withBoughtItems(ports, details.row, paidBundle)
  const { orderNumber, paidAt } = purchase
  const isShownHere = !wait && visibleParts(row.parts, paidAt).some(({ kind }) => !holds(kind, 'file'))
  const isOpenedNow = isShownHere && isPayingBrowser && !isPreview
  if (isOpenedNow) await markAccessed(ports.db, bought, ports.clock.now())
  const isWithheld = isShownHere && !isOpenedNow && grant.firstAccessedAt === null
  const token = accessToken(ports, grant.tokenNonce)
  const content = presentPurchasedContent(ports, { of: 'purchase', orderNumber, token, paidAt }, row)
  const guaranteed = { ...purchase, paidAt: guaranteeStart(purchase, row.content, now) }
  const status = refundStatus(guaranteed, requestState, now)
  return {
    thankYouNote: wait ? '' : presentThankYouNote(row),
    moreFromCreator,
    content: wait ? withoutParts(content) : isWithheld ? withholdContent(content) : content,
    isWithheld,
    wait,
    isPayingBrowser,
    purchase: {
      id: purchase.orderNumber,
      amount: formatDecimal(purchase.amount, purchase.currency),
      listAmount: formatDecimal(purchase.listAmount, purchase.currency),
      discountAmount: formatDecimal(purchase.discountAmount, purchase.currency),
      tipAmount: formatDecimal(purchase.tipAmount, purchase.currency),
      currency: purchase.currency,
      card: cardText(purchase),
      state: purchaseState(purchase),
      paidAt: purchase.paidAt.toISOString(),
      email: isPayingBrowser ? purchase.buyerEmail : maskEmail(purchase.buyerEmail),
      canCorrectEmail:
        isPayingBrowser &&
        purchase.amount > 0 &&
        purchase.buyerEmail !== '' &&
        grant.tokenReplacedAt === null,
      paymentIntentId: checkout.providerPaymentId ?? '',
      refundStatus: status,
      hasWithdrawalRight: mayWithdraw(ports, bought),
      refundableUntil: status === 'available' ? refundDeadline(guaranteed.paidAt).toISOString() : null,
      isTest: false,
    },
    accessUrl: await accessUrl(ports, bought),
    ticket: presentTicket(ports, bought, row),
    waveforms: wait ? [] : await presentWaveforms(ports.db, visibleParts(row.parts, paidAt)),
    archive: wait ? null : describeArchive(ports, row, paidAt),
    licenses: wait ? [] : await presentLicenses(ports, { row, bought: paidBundle }),
    versions: wait ? [] : versions,
    messages,
    canWriteToCreator: canWriteToCreator(purchase, row.creator),
    bundle: await presentBoughtBundle(ports, row, paidBundle),
    set: await presentSet(ports, row, {
      bought,
      cookieHash: proof.cookieHash,
      accessUrlOf: (completed) => accessUrl(ports, completed),
    }),
  }
}

/** Whether the buyer may still withdraw without a reason, because they did not agree to immediate delivery. */
export function mayWithdraw(
  { settings, clock }: Ports,
  { purchase: { buyerCountry, paidAt }, checkout }: Pick<PurchaseWithGrant, 'purchase' | 'checkout'>,
): boolean {
  const { sellerCountry } = settings.current()
  const consentedAt = checkout.withdrawalConsentAt
  return canWithdraw({ buyerCountry, sellerCountry, consentedAt, paidAt }, clock.now())
}

type LinkedPurchase = Pick<PurchaseWithGrant, 'linkHashes'> & {
  purchase: Pick<PurchaseWithGrant['purchase'], 'id'>
  grant: Pick<PurchaseWithGrant['grant'], 'tokenNonce'>
}

/** The access link. Existing links stay valid when the instance's secret changes; a new one is added then. */
export async function accessUrl(
  ports: Ports,
  { grant, purchase, linkHashes }: LinkedPurchase,
): Promise<string> {
  const token = accessToken(ports, grant.tokenNonce)
  const tokenHash = sha256Base64url(token)
  if (!linkHashes.includes(tokenHash))
    await addAccessLink(ports.db, { purchaseId: purchase.id, nonce: grant.tokenNonce, tokenHash })
  return `${ports.config.publicUrl}/access/${token}`
}

/** What one press downloads: the only file, or all parts as an archive. Null for the rest. */
function downloadUrl(
  ports: Ports,
  row: ContentRow,
  { accessUrl: url, paidAt }: { accessUrl: string; paidAt: Date },
): string | null {
  const [part, ...others] = visibleParts(row.parts, paidAt)
  if (others.length === 0)
    return part?.file && part.file.missingSince === null ? `${url}/file?as=attachment` : null
  const archive = describeArchive(ports, row, paidAt)
  return archive && !archive.isTooLarge ? `${url}/file?part=all` : null
}

/** What this browser owns of an item. Only the buyer cookie counts, so the response reveals nothing about other buyers. */
export async function getOwnedPurchase(
  ports: Ports,
  contentId: number,
  { cookieHash: buyerCookieHash }: BuyerProof,
): Promise<{ purchase: OwnedPurchase | null }> {
  if (buyerCookieHash === undefined) return { purchase: null }
  const owned = await findOwnedPurchase(ports.db, { buyerCookieHash, contentId })
  if (!owned) return { purchase: null }
  const { id, amount, currency, paidAt } = owned.purchase
  const now = ports.clock.now()
  const [row, requestState] = await Promise.all([
    findContentById(ports.db, contentId),
    latestBuyerRequestState(ports.db, id),
  ])
  const wait = row ? presentWait(owned.purchase, row, now) : null
  const guaranteed = row && { ...owned.purchase, paidAt: guaranteeStart(owned.purchase, row.content, now) }
  const isRefundable = guaranteed && refundStatus(guaranteed, requestState, now) === 'available'
  const url = await accessUrl(ports, owned)
  const bought = row && !wait ? await withBoughtItems(ports, row, { paidAt, paid: owned }) : undefined
  return {
    purchase: {
      accessUrl: url,
      amount: formatDecimal(amount, currency),
      currency,
      paidAt: paidAt.toISOString(),
      comesOn: wait?.shortDay ?? null,
      downloadUrl: bought ? downloadUrl(ports, bought, { accessUrl: url, paidAt }) : null,
      ticketNumber: row ? presentTicket(ports, owned, row).number : null,
      refundableUntil: isRefundable ? refundDeadline(guaranteed.paidAt).toISOString() : null,
    },
  }
}
