import type { Tx } from '../../db/database.ts'
import type { Ports } from '../../ports/index.ts'
import { findUserById } from '../accounts/repository.ts'
import { notificationRecipients } from '../alerts/recipients.ts'
import { enqueueEmail } from '../mail/outbox.ts'
import type { RefundRequestRow } from '../purchases/refund-requests-repository.ts'
import type { PurchaseRow } from '../purchases/repository.ts'

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

/** Emails the buyer and the admin that the creator objected and the admin will decide. */
export async function notifyOfObjection(
  tx: Tx,
  ports: Ports,
  { id, purchaseId }: RefundRequestRow,
  { buyerEmail }: PurchaseRow,
): Promise<void> {
  const email = { dedupeKey: `refund-request/${id}`, data: { purchaseId, requestId: id } }
  if (buyerEmail) await enqueueEmail(tx, ports, { ...email, kind: 'refund_objected', recipient: buyerEmail })
  for (const recipient of notificationRecipients(ports))
    await enqueueEmail(tx, ports, {
      ...{ kind: 'refund_review_needed', recipient, data: email.data },
      dedupeKey: `${email.dedupeKey}/${recipient}`,
    })
}

/** Emails the creator a decision that someone else made: the admin, or the passed deadline. */
export async function notifyCreatorOfDecision(
  tx: Tx,
  ports: Ports,
  { id, purchaseId, decidedBy }: RefundRequestRow,
  { creatorId }: PurchaseRow,
): Promise<void> {
  const creator = await findUserById(tx, creatorId)
  if (!creator || creator.deletedAt || decidedBy === creatorId) return
  await enqueueEmail(tx, ports, {
    kind: 'refund_decided',
    dedupeKey: `refund-request/${id}`,
    recipient: creator.email,
    data: { purchaseId, requestId: id },
  })
}
