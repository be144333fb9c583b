import type { OrderNumber, RowId } from '../../../../contract/order-number.ts'
import { AppError } from '../../../../domain/errors.ts'
import { canRestoreAccess } from '../../../../domain/sale.ts'
import type { Tx } from '../../../db/database.ts'
import { updateRow } from '../../../db/rows.ts'
import { accessGrants } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { recordEvent, saleFacts } from '../../telling/deliveries/events.ts'
import type { Email } from '../../telling/email/email.ts'
import { isRefundInProgress } from '../purchases/refund-requests-repository.ts'
import {
  findPurchase,
  type GrantRow,
  lockSale,
  type PurchaseRow,
  type PurchaseWithGrant,
} from '../purchases/repository.ts'
import { publishSaleEvent } from '../purchases/sale-events.ts'
import { orderWithReceipt, refundLink } from './emails.tsx'

type Role = 'creator' | 'admin'
/** `audit` is written in the same transaction. */
type RevocationInput = { purchaseId: RowId; by: Role; audit?: (tx: Tx) => Promise<void> }

/**
 * Revokes a buyer's access manually; the caller authorizes. The buyer gets the reason by email and can still
 * request a refund. Throws AppError `conflict` when access is revoked already.
 */
export async function revokeAccess(
  ports: Ports,
  { purchaseId, reason, by, audit }: RevocationInput & { reason: string },
): Promise<void> {
  const sale = await withPurchaseLock(ports, purchaseId, async (tx, { purchase, grant }) => {
    if (grant.revokedAt) throw new AppError('conflict', 'Access has already been revoked.')
    const now = ports.clock.now()
    const revoked = { revokedAt: now, revocationReason: by, revocationMessage: reason }
    await updateRow(tx, accessGrants, { purchaseId }, revoked)
    await audit?.(tx)
    const eventId = await recordAccessEvent(tx, ports, purchase, { type: 'access.revoked', by })
    if (!purchase.buyerEmail) return
    const dedupeKey = `purchase/${purchaseId}/${now.getTime()}`
    const data = { purchaseId }
    await sendEmail(tx, ports, {
      kind: 'access_revoked',
      dedupeKey,
      to: purchase.buyerEmail,
      data,
      eventId,
    })
  })
  publishSaleEvent(ports, { ...sale, type: 'change' })
}

/** Restores access. Throws AppError `conflict` when it was not revoked manually, or a refund is in progress. */
export async function restoreAccess(ports: Ports, { purchaseId, by, audit }: RevocationInput): Promise<void> {
  const sale = await withPurchaseLock(ports, purchaseId, async (tx, { purchase, grant }) => {
    const hasRefundInProgress = await isRefundInProgress(tx, purchaseId)
    if (hasRefundInProgress || !canRestoreAccess(grant, purchase, by))
      throw new AppError('conflict', restoreRefusedMessage(grant, by))
    const restored = { revokedAt: null, revocationReason: null, revocationMessage: '' }
    await updateRow(tx, accessGrants, { purchaseId }, restored)
    await audit?.(tx)
    await recordAccessEvent(tx, ports, purchase, { type: 'access.restored', by })
  })
  publishSaleEvent(ports, { ...sale, type: 'change' })
}

function recordAccessEvent(
  tx: Tx,
  ports: Ports,
  purchase: PurchaseRow,
  { type, by }: { type: 'access.revoked' | 'access.restored'; by: Role },
): Promise<number> {
  const { id, creatorId } = purchase
  const payload = { ...saleFacts(purchase), by }
  return recordEvent(tx, ports, { type, creatorId, subject: `purchase/${id}`, payload })
}

function restoreRefusedMessage({ revokedAt, revocationReason }: GrantRow, by: Role): string {
  if (!revokedAt) return 'The buyer already has access.'
  if (revocationReason === 'admin' && by === 'creator') return 'We revoked this access. Contact us about it.'
  return 'This sale was refunded or is in dispute, so access can’t be restored.'
}

export async function withPurchaseLock(
  { db }: Ports,
  purchaseId: RowId,
  apply: (tx: Tx, bought: PurchaseWithGrant) => Promise<void>,
): Promise<{ creatorId: string; orderNumber: OrderNumber }> {
  const purchase = await findPurchase(db, purchaseId)
  if (!purchase) throw new AppError('not_found', 'Purchase Not Found')
  const { creatorId, orderNumber } = purchase.purchase
  await db.transaction(async (tx) => apply(tx, await lockSale(tx, { creatorId, purchaseId })))
  return { creatorId, orderNumber }
}

export function isManuallyRevoked({ revocationReason }: Pick<GrantRow, 'revocationReason'>): boolean {
  return revocationReason === 'creator' || revocationReason === 'admin'
}

export function revokedMessage({
  revocationReason,
  revocationMessage,
}: Pick<GrantRow, 'revocationReason' | 'revocationMessage'>): string {
  const subject = revocationReason === 'admin' ? 'We’ve' : 'The creator has'
  return `${subject} removed your access: “${revocationMessage}”`
}

/** The email about revoked access. Undefined when access was restored before it was sent. */
export function accessRevokedEmail({
  title,
  bought,
  url,
}: {
  title: string
  bought: PurchaseWithGrant
  url: string
}): Email | undefined {
  const { purchase, grant } = bought
  if (!isManuallyRevoked(grant)) return undefined
  return {
    subject: `You no longer have access to ${title}`,
    title: 'You no longer have access',
    lines: [title, revokedMessage(grant), 'You can request a refund within 30 days of paying.'],
    button: refundLink(url),
    smallPrint: [orderWithReceipt(purchase.orderNumber, url)],
    footer: 'buyer',
  }
}
