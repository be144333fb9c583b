import { randomUUID } from 'node:crypto'
import { AppError } from '../../../domain/errors.ts'
import type { Tx } from '../../db/database.ts'
import { enforceRateLimits } from '../../http/rate-limit.ts'
import type { BuyerProof } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { countResentSince, enqueueEmail } from '../mail/outbox.ts'
import { lockPurchase, type PurchaseWithGrant } from '../purchases/repository.ts'
import { requireActiveAccess } from './active-access.ts'
import { accessEmailRecipientLimits } from './rate-limits.ts'
import { requireSettledPurchase } from './verify-purchase.ts'

const minuteMs = 60_000
const maxResendsPerDay = 5

/** Emails the access link again, only to the purchase's email: once a minute, five times a day. */
export async function resendAccessEmail(
  ports: Ports,
  { paymentId, contentId, proof }: { paymentId: string; contentId: number; proof: BuyerProof },
) {
  const bought = await requireSettledPurchase(ports, { paymentId, contentId, proof })
  await enqueueAccessEmail(ports, bought, 'We just sent it. Check your inbox and spam folder.')
  return { sent: true as const }
}

/** The same for any authorized caller. Throws AppError with `rateLimitMessage` over the limit. */
export async function enqueueAccessEmail(
  ports: Ports,
  bought: PurchaseWithGrant,
  rateLimitMessage: string,
): Promise<void> {
  requireActiveAccess(bought)
  const { purchase } = bought
  if (!purchase.buyerEmail) throw new AppError('conflict', 'This purchase doesn’t have an email address.')

  await enforceRateLimits(ports, accessEmailRecipientLimits(purchase.buyerEmail))
  const dedupeKey = `purchase/${purchase.id}/${randomUUID()}`
  await ports.db.transaction(async (tx) => {
    await lockPurchase(tx, purchase.id)
    if (await isResendLimited(tx, purchase.id, ports.clock.now()))
      throw new AppError('rate_limited', rateLimitMessage)
    await enqueueEmail(tx, ports, {
      kind: 'purchase_access_resent',
      dedupeKey,
      recipient: purchase.buyerEmail,
      data: { purchaseId: purchase.id },
    })
  })
}

async function isResendLimited(tx: Tx, purchaseId: number, now: Date): Promise<boolean> {
  const since = (ms: number) => new Date(now.getTime() - ms)
  if ((await countResentSince(tx, purchaseId, since(minuteMs))) > 0) return true
  return (await countResentSince(tx, purchaseId, since(24 * 60 * minuteMs))) >= maxResendsPerDay
}
