import { formatMoney } from '../../../domain/price.ts'
import type { Tx } from '../../db/database.ts'
import type { Ports } from '../../ports/index.ts'
import type { EmailMessage } from '../../ports/mailer.ts'
import { findUserById } from '../accounts/repository.ts'
import { collapseWhitespace, renderEmailLayout } from '../mail/layout.ts'
import { type EmailRow, enqueueEmail } from '../mail/outbox.ts'
import {
  findRefundRequest,
  type RefundRequestRow,
  type RefundRequestWithPurchase,
} from '../purchases/refund-requests-repository.ts'
import { findPurchase, type PurchaseRow } from '../purchases/repository.ts'

/** Emails the creator about a refund request. */
export async function notifyCreatorOfRequest(
  tx: Tx,
  ports: Ports,
  { id, purchaseId }: RefundRequestRow,
  { creatorId }: PurchaseRow,
): Promise<void> {
  const creator = await findUserById(tx, creatorId)
  if (!creator) throw new Error(`Creator ${creatorId} does not exist`)
  const data = { purchaseId, requestId: id }
  await enqueueEmail(tx, ports, {
    kind: 'refund_requested',
    dedupeKey: `refund-request/${id}`,
    recipient: creator.email,
    data,
  })
}

/** Emails the buyer about a declined request, if their email is known. */
export async function notifyBuyerOfRejection(
  tx: Tx,
  ports: Ports,
  { id, purchaseId }: RefundRequestRow,
  { buyerEmail }: PurchaseRow,
): Promise<void> {
  if (!buyerEmail) return
  const data = { purchaseId, requestId: id }
  await enqueueEmail(tx, ports, {
    kind: 'refund_rejected',
    dedupeKey: `refund-request/${id}`,
    recipient: buyerEmail,
    data,
  })
}

/** The email about a refund request; undefined when it is obsolete. */
export async function refundRequestEmail(
  ports: Ports,
  { kind, recipient, data }: EmailRow,
): Promise<EmailMessage | undefined> {
  const request = data.requestId === undefined ? undefined : await findRefundRequest(ports.db, data.requestId)
  if (!request) return undefined
  if (kind === 'refund_rejected') return refundRejectedEmail(ports, recipient, request)
  return request.request.state === 'requested' ? refundRequestedEmail(ports, recipient, request) : undefined
}

function refundRequestedEmail(
  { config }: Ports,
  to: string,
  { request, purchase, title }: RefundRequestWithPurchase,
): EmailMessage {
  const money = formatMoney(request.amount, purchase.currency)
  const item = collapseWhitespace(title)
  return {
    to,
    subject: `A refund of ${money} is asked for: ${item}`,
    ...renderEmailLayout({
      title: `A buyer asks for ${money} back`,
      lines: [
        item,
        `Order ${purchase.orderNumber} · ${money}`,
        request.requestMessage ? `Their reason: ${request.requestMessage}` : 'They gave no reason.',
      ],
      button: { label: 'Decide', url: `${config.publicUrl}/refunds/${request.id}` },
      after: ['Nothing moves until you decide: all of it, a part of it, or none.'],
    }),
  }
}

async function refundRejectedEmail(
  { db, config }: Ports,
  to: string,
  { request, purchase, title }: RefundRequestWithPurchase,
): Promise<EmailMessage> {
  const item = collapseWhitespace(title)
  const bought = await findPurchase(db, purchase.id)
  return {
    to,
    subject: `Your refund was refused: ${item}`,
    ...renderEmailLayout({
      title: 'Your refund was refused',
      lines: [
        `You asked for ${formatMoney(request.amount, purchase.currency)} back for ${item}.`,
        `Order ${purchase.orderNumber}`,
        request.decisionMessage ? `The reason: ${request.decisionMessage}` : 'No reason was given.',
      ],
      links: [{ label: 'Write to us if that is not right', url: `${config.publicUrl}/feedback` }],
      after: bought?.grant.revokedAt ? [] : ['You keep your access.'],
    }),
  }
}
