import { decimal } from '../../../contract/money.ts'
import type { Settled, Unlocked } from '../../../contract/purchases.ts'
import { isOpen } from '../../../domain/access.ts'
import { AppError } from '../../../domain/errors.ts'
import { purchaseState, refundStanding } from '../../../domain/purchase.ts'
import { type BuyerProof, hashOf } from '../../http/call.ts'
import type { Ports } from '../../ports/index.ts'
import { type ContentRow, contentById } from '../content/repository.ts'
import { closedSentence, isClosedByHand } from './access-by-hand.ts'
import { attemptsOf } from './attempts.ts'
import { lastAsked, noteOpened } from './opened.ts'
import { heldAttempt, purchaseNotFound } from './proof.ts'
import { addAccessLink, type Bought, boughtByAttempt, boughtById, boughtByToken } from './repository.ts'
import { settleForBuyer } from './settle.ts'
import { accessToken } from './tokens.ts'
import { openTrial, trialBy } from './trial.ts'
import { unlockedContent } from './unlocked-content.ts'

/** Settles a payment its own buyer names. */
export async function completePurchase(ports: Ports, paymentId: string, proof: BuyerProof): Promise<Settled> {
  await heldAttempt(ports, paymentId, proof)
  return settleForBuyer(ports, paymentId)
}

/** Settles this browser's newest attempt at an item, for a return page that lost the payment's id. */
export async function settleNewest(
  ports: Ports,
  contentId: number,
  { browser }: BuyerProof,
): Promise<Settled> {
  const [newest] = browser ? await attemptsOf(ports.db, { browser, contentId }) : []
  if (!newest?.providerPaymentId) throw purchaseNotFound()
  return settleForBuyer(ports, newest.providerPaymentId)
}

/** The bought item for the browser (or secret) that paid for it. Throws AppError: 402 while processing, 403 refunded. */
export async function verify(
  ports: Ports,
  { paymentId, contentId, proof }: { paymentId: string; contentId: number; proof: BuyerProof },
): Promise<Unlocked> {
  const bought = await settledPurchase(ports, { paymentId, contentId, proof })
  return unlocked(ports, bought)
}

/** The purchase behind a payment, settled first when need be. */
export async function settledPurchase(
  ports: Ports,
  { paymentId, contentId, proof }: { paymentId: string; contentId: number; proof: BuyerProof },
): Promise<Bought> {
  const attempt = await heldAttempt(ports, paymentId, proof)
  if (attempt.contentId !== contentId) throw purchaseNotFound()
  const known = await boughtByAttempt(ports.db, attempt.id)
  return known ?? paidOrPending(ports, paymentId)
}

/** Asks the provider once more; throws AppError 402 while the payment may still come, 404 when it will not. */
export async function paidOrPending(ports: Ports, paymentId: string): Promise<Bought> {
  const { state, purchaseId } = await settleForBuyer(ports, paymentId)
  if (purchaseId === null) {
    if (state === 'canceled' || state === 'mismatch') throw purchaseNotFound()
    throw new AppError('payment_pending', 'Your payment is still processing.')
  }
  const bought = await boughtById(ports.db, purchaseId)
  if (!bought) throw new Error(`Purchase ${purchaseId} is gone`)
  return bought
}

/** The buyer's own page, by its token alone, for good. */
export async function openAccess(ports: Ports, token: string): Promise<Unlocked> {
  const tried = await trialBy(ports, token)
  return tried ? openTrial(ports, tried) : unlocked(ports, await boughtBy(ports, token))
}

export async function boughtBy({ db }: Ports, token: string): Promise<Bought> {
  const bought = await boughtByToken(db, hashOf(token))
  if (!bought) throw purchaseNotFound()
  return bought
}

/** Throws AppError 403 with the reason where access is closed. */
export function requireOpen({ grant, purchase }: Pick<Bought, 'grant' | 'purchase'>): void {
  if (isOpen(grant)) return
  if (isClosedByHand(grant)) throw new AppError('closed', closedSentence(grant))
  if (grant.revokedFor === 'dispute') {
    throw new AppError('forbidden', 'This payment is disputed at the bank, so its content is closed for now.')
  }
  // Closed with the intention: the money is still on its way, or the bank has sent it back and a person looks into it.
  if (purchaseState(purchase) !== 'refunded')
    throw new AppError(
      'refunded',
      'This purchase is being refunded, so its content is closed. Write to us if the money does not reach you.',
    )
  throw new AppError('refunded', 'This purchase was refunded, so its content is closed.')
}

/** The item of a purchase: it stays while somebody bought it, on sale or not. */
export async function soldContent(
  { db }: Ports,
  { purchase }: Pick<Bought, 'purchase'>,
): Promise<ContentRow> {
  const row = await contentById(db, purchase.contentId)
  if (!row) throw new Error(`Content ${purchase.contentId} is gone`)
  return row
}

async function unlocked(ports: Ports, bought: Bought): Promise<Unlocked> {
  requireOpen(bought)
  const { purchase, attempt } = bought
  const row = await soldContent(ports, bought)
  // A file is opened when its bytes are sent; a link or a text when it is shown, which is now.
  if (!row.file) await noteOpened(ports.db, bought, ports.clock.now())
  return {
    content: unlockedContent(ports, { of: 'purchase', purchaseId: purchase.id }, row),
    purchase: {
      id: purchase.id,
      amount: decimal(purchase.amount, purchase.currency),
      currency: purchase.currency,
      state: purchaseState(purchase),
      paidAt: purchase.paidAt.toISOString(),
      email: purchase.email,
      paymentIntentId: attempt.providerPaymentId ?? '',
      refund: refundStanding(purchase, await lastAsked(ports.db, purchase.id), ports.clock.now()),
      isTest: false,
    },
    accessUrl: await accessUrl(ports, bought),
  }
}

/** The buyer's own link. Kept links stay good when the instance's secret changes; a new one is added then. */
export async function accessUrl(ports: Ports, { grant, purchase }: Bought): Promise<string> {
  const token = accessToken(ports, grant.nonce)
  await addAccessLink(ports.db, { tokenHash: hashOf(token), purchaseId: purchase.id })
  return `${ports.config.publicUrl}/access/${token}`
}
