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
    subject: `Refund request: ${money} for ${item}`,
    ...renderEmailLayout({
      title: `A buyer requested a ${money} refund`,
      lines: [
        item,
        `Order ${purchase.orderNumber} · ${money}`,
        request.requestMessage ? `Reason: ${request.requestMessage}` : 'No reason given.',
      ],
      button: { label: 'Review request', url: `${config.publicUrl}/refunds/${request.id}` },
      after: ['No money moves until you decide: a full refund, a partial refund or none.'],
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
    subject: `Your refund request for ${item} was declined`,
    ...renderEmailLayout({
      title: 'Your refund request was declined',
      lines: [
        `You requested a refund of ${formatMoney(request.amount, purchase.currency)} for ${item}.`,
        `Order ${purchase.orderNumber}`,
        request.decisionMessage ? `Reason: ${request.decisionMessage}` : 'No reason given.',
      ],
      links: [{ label: 'Think this is a mistake? Contact us', url: `${config.publicUrl}/feedback` }],
      after: bought?.grant.revokedAt ? [] : ['You still have access.'],
    }),
  }
}
