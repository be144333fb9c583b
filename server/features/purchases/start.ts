import { limits } from '../../../contract/limits.ts'
import { decimal } from '../../../contract/money.ts'
import { PurchaseNote } from '../../../contract/purchases.ts'
import { AppError } from '../../../domain/errors.ts'
import { amountDue } from '../../../domain/price.ts'
import type { Ports } from '../../ports/index.ts'
import { refuseWhenAway } from '../../ports/provider-away.ts'
import { contentForSale } from '../content/service.ts'
import {
  type AttemptRow,
  attachPayment,
  attemptsOf,
  insertAttempt,
  lockBrowser,
  openAttempt,
  renewAttempt,
} from './attempts.ts'
import { refuseCardTesting } from './declines.ts'
import { boughtByBrowser } from './repository.ts'
import { firstCheckAfter, settleForBuyer } from './settle.ts'
import { seal, unseal } from './tokens.ts'
import { whyGone } from './undeliverable.ts'
import { accessUrl } from './unlock.ts'

const notCharged = 'Your card was not charged. Try again in a moment.'
const fileMissing = 'The file of this item is missing right now, so it cannot be bought. Nothing was charged.'

export type Order = {
  contentId: number
  customAmount?: string | undefined
  buyerEmail: string
  browser: string
  /** Where they come from (limits.ts); nothing where everybody comes from the same place. */
  caller?: string
} & Partial<PurchaseNote>

/** Writes the intention down first, so a crash between the two systems leaves a trace to follow. */
export async function startPurchase(ports: Ports, order: Order) {
  const { db, payments, clock, newId, config } = ports
  const { content, creator } = await contentForSale(ports, order.contentId)
  const amount = amountDue(content, order.customAmount, payments.limits(content.currency))
  if (await whyGone(db, content.id)) throw new AppError('unavailable', fileMissing)
  const { buyerEmail, caller = '' } = order
  await refuseCardTesting(ports, { contentId: content.id, buyerEmail, caller })
  await refuseWhileSettling(ports, order)
  const note = PurchaseNote.parse(order)

  const attempt = await db.transaction(async (tx) => {
    await lockBrowser(tx, order)
    const now = clock.now()
    const wanted = {
      browser: order.browser,
      contentId: content.id,
      amount,
      currency: content.currency,
      provider: payments.id,
    }
    const open = await openAttempt(tx, wanted, now)
    if (open) return renewAttempt(tx, open, { ...note, buyerEmail })
    return insertAttempt(tx, {
      ...wanted,
      ...note,
      id: newId(),
      title: content.title,
      creatorId: content.creatorId,
      feeBps: creator.plan === 'pro' ? limits.feeBasisPoints.pro : config.feeBasisPoints,
      priceVersion: content.version,
      buyerEmail,
      caller,
      mode: payments.mode,
      state: 'open',
      createdAt: now,
      expiresAt: new Date(now.getTime() + limits.attemptLifetime),
      nextCheckAt: firstCheckAfter(now),
    })
  })

  const owned = (await boughtByBrowser(db, order)).find(({ grant }) => grant.revokedAt === null)
  return {
    ...(await handOver(ports, attempt).catch(refuseWhenAway(notCharged))),
    amount: decimal(amount, content.currency),
    currency: content.currency,
    alreadyOwned: owned !== undefined,
    ownedUrl: owned ? await accessUrl(ports, owned) : null,
  }
}

/**
 * The provider's payment for an attempt: the same key, the same payment, however often this is asked. Everything it is
 * asked with is frozen on the attempt; the buyer's address is not among it, it comes with the card.
 */
export async function handOver(ports: Ports, attempt: AttemptRow) {
  const { db, payments } = ports
  const known = unseal(ports, attempt.clientSecret)
  if (attempt.providerPaymentId && known) {
    return { paymentIntentId: attempt.providerPaymentId, clientSecret: known }
  }
  const { paymentId, clientSecret } = await payments.createPayment(
    {
      attemptId: String(attempt.id),
      contentId: attempt.contentId,
      amount: attempt.amount,
      currency: attempt.currency,
      description: attempt.title || 'Tipdrop',
    },
    `pi:${attempt.id}`,
  )
  await attachPayment(db, attempt.id, { paymentId, clientSecret: seal(ports, clientSecret) })
  return { paymentIntentId: paymentId, clientSecret }
}

/** A buyer whose last payment is still on its way must not pay a second time by impatience. */
async function refuseWhileSettling(ports: Ports, order: Order): Promise<void> {
  const processing = (await attemptsOf(ports.db, order)).filter(({ state }) => state === 'processing')
  for (const { providerPaymentId } of processing) {
    if (!providerPaymentId) continue
    const { state } = await settleForBuyer(ports, providerPaymentId)
    if (state === 'processing') throw new AppError('conflict', 'Your previous payment is still processing')
  }
}
