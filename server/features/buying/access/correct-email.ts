import { randomUUID } from 'node:crypto'
import type { RowId } from '../../../../contract/order-number.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { Tx } from '../../../db/database.ts'
import { enforceRateLimits } from '../../../http/rate-limit.ts'
import type { BuyerProof } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { readdressWaiting } from '../../telling/deliveries/repository.ts'
import type { Email } from '../../telling/email/email.ts'
import { accessToken, newGrant } from '../purchases/access-token.ts'
import { insertEmailCorrection, replaceBuyerEmail } from '../purchases/email-corrections-repository.ts'
import { type PurchaseWithGrant, replaceGrantToken } from '../purchases/repository.ts'
import { publishSaleEvent } from '../purchases/sale-events.ts'
import { accessEmailRecipientLimits } from './buyer-proof.ts'
import { withPurchaseLock } from './revocation.ts'
import { requireSettledPurchase } from './verify-purchase.ts'

type BuyerRequest = { paymentId: string; contentId: number; email: string; proof: BuyerProof }

/** The buyer's own correction, once for each purchase. */
export async function correctOwnEmail(ports: Ports, { email, ...own }: BuyerRequest) {
  const { purchase } = await requireSettledPurchase(ports, own)
  return correctPurchaseEmail(ports, { purchaseId: purchase.id, email, by: 'buyer' })
}

/** `audit` is written in the same transaction. */
type Correction = {
  purchaseId: RowId
  email: string
  by: 'buyer' | 'admin'
  audit?: (tx: Tx, oldEmail: string) => Promise<void>
}

/**
 * Gives a purchase another email address; the caller authorizes. Links that were sent to the old address are with a
 * stranger: the access token is replaced, the new address gets it, and the old one is told without it. Throws AppError.
 */
export async function correctPurchaseEmail(
  ports: Ports,
  { purchaseId, email, by, audit }: Correction,
): Promise<{ email: string; accessUrl: string }> {
  await enforceRateLimits(ports, accessEmailRecipientLimits(email))
  const token = newGrant(ports)
  const sale = await withPurchaseLock(ports, purchaseId, async (tx, { purchase }) => {
    const oldEmail = purchase.buyerEmail
    requireCorrectable(oldEmail, email)
    const now = ports.clock.now()
    const correctionId = await insertEmailCorrection(tx, {
      purchaseId,
      correctedBy: by,
      from: oldEmail,
      to: email,
      createdAt: now,
    })
    if (correctionId === undefined)
      throw new AppError(
        'conflict',
        'You’ve already corrected this address once. Contact us, and we’ll help you.',
      )
    // It may have been erased since.
    if (!(await replaceBuyerEmail(tx, purchase, email))) throw withoutEmail()
    await replaceGrantToken(tx, { purchaseId, ...token }, now)
    await audit?.(tx, oldEmail)
    await readdressWaiting(tx, { purchaseId, from: oldEmail, to: email })
    await sendEmail(tx, ports, {
      kind: 'purchase_access_resent',
      to: email,
      data: { purchaseId },
      lane: 0,
      dedupeKey: `purchase/${purchaseId}/${randomUUID()}`,
    })
    await sendEmail(tx, ports, {
      kind: 'purchase_email_corrected',
      to: oldEmail,
      data: { purchaseId },
      dedupeKey: `purchase/${purchaseId}/${correctionId}`,
    })
  })
  publishSaleEvent(ports, { ...sale, type: 'change' })
  return { email, accessUrl: `${ports.config.publicUrl}/access/${accessToken(ports, token.nonce)}` }
}

const withoutEmail = () => new AppError('conflict', 'This purchase doesn’t have an email address.')

function requireCorrectable(oldEmail: string, email: string): void {
  if (!oldEmail) throw withoutEmail()
  if (oldEmail.toLowerCase() !== email.toLowerCase()) return
  const message = 'This is the address we already use. Enter the correct one'
  throw new AppError('invalid_input', message, { email: message })
}

/** Tells the old address, which may be a stranger's: neither the new address nor any access link is in it. */
export function emailCorrectedEmail({ purchase }: PurchaseWithGrant): Email {
  return {
    subject: `The email address of order ${purchase.orderNumber} was changed`,
    title: 'The email address of an order was changed',
    lines: [
      `We now send emails about order ${purchase.orderNumber} to another address. The access link we sent to this one no longer works.`,
    ],
    closingLines: [
      'Did you buy this, and the change is wrong? Contact us and mention the order number.',
      'Don’t know this order? Someone mistyped their address. You don’t need to do anything.',
    ],
    footer: 'entered-address',
  }
}
