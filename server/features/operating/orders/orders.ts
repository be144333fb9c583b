import type { z } from 'zod'
import type { refundAsAdmin } from '../../../../contract/admin-purchases.ts'
import { maskEmail } from '../../../../contract/email-address.ts'
import { formatDecimal } from '../../../../contract/money.ts'
import type { OrderNumber } from '../../../../contract/order-number.ts'
import type { CompanyDetails } from '../../../../contract/receipts.ts'
import type { RefundPreview } from '../../../../contract/sales.ts'
import { documentNumber } from '../../../../domain/documents.ts'
import { AppError } from '../../../../domain/errors.ts'
import { limitOffset, pageSize, paginate } from '../../../http/pagination.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import * as corrections from '../../buying/access/correct-email.ts'
import { enqueueAccessEmail } from '../../buying/access/links.ts'
import * as access from '../../buying/access/revocation.ts'
import { readBusiness } from '../../buying/checkout/buyer-details.ts'
import { findPurchase as findBoughtById } from '../../buying/purchases/repository.ts'
import { replaceReceipt } from '../../buying/receipts/replace-receipt.ts'
import { issueRefund } from '../../buying/refunds/execute-refund.ts'
import { buildRefundPreview } from '../../earning/sales/service.ts'
import { requireRecentSignIn } from '../../people/accounts/guards.ts'
import { recordAuditEntry } from '../../site/audit/record.ts'
import { clearDuplicateFlag } from '../overview/repository.ts'
import { presentPurchaseDetail, presentPurchaseSummary } from './order-detail.ts'
import { findMatchingPurchases, findPurchase, type PurchaseSearchRow } from './repository.ts'

type SearchQuery = { q: string; filter: 'all' | 'duplicates'; page: number }

export async function searchPurchases({ db }: Ports, { q, filter, page }: SearchQuery) {
  const search = { q, filter, ...limitOffset(page), limit: pageSize + 1 }
  const { rows, onlyNewest } = await findMatchingPurchases(db, search)
  const { page: pageRows, last } = paginate(rows, pageSize)
  return { purchases: pageRows.map(presentPurchaseSummary), hasMore: last !== undefined, page, onlyNewest }
}

/** The effect of a refund of `amount`, or of all that is refundable, on the creator's balance. Changes nothing. */
export async function previewRefund(
  ports: Ports,
  { id, amount }: { id: OrderNumber; amount: string | undefined },
): Promise<RefundPreview> {
  return buildRefundPreview(ports.db, (await requirePurchase(ports, id)).purchase, amount)
}

type RefundInput = z.output<typeof refundAsAdmin.body> & { id: OrderNumber }

/** Refunds a purchase with the creators' use case. It is audited before the provider is called. */
export async function refundPurchaseAsAdmin(ports: Ports, viewer: Viewer, { id, ...input }: RefundInput) {
  requireRecentSignIn(ports, viewer)
  const { purchase } = await requirePurchase(ports, id)
  const { currency } = purchase
  await issueRefund(ports, {
    ...input,
    purchaseId: purchase.id,
    by: { role: 'admin', userId: viewer.id },
    audit: (tx, amount) =>
      recordAuditEntry(tx, ports, viewer, {
        action: 'refundAsAdmin',
        target: `purchase/${id}`,
        before: { refunded: formatDecimal(purchase.refundedAmount, currency) },
        after: { amount: formatDecimal(amount, currency), reason: input.reason },
      }),
  })
  return presentPurchaseDetail(ports, await requirePurchase(ports, id))
}

export async function getPurchaseDetail(ports: Ports, id: OrderNumber) {
  return presentPurchaseDetail(ports, await requirePurchase(ports, id))
}

export async function dismissDuplicate(ports: Ports, viewer: Viewer, id: OrderNumber) {
  const row = await requirePurchase(ports, id)
  await ports.db.transaction(async (tx) => {
    const cleared = await clearDuplicateFlag(tx, row.purchase.id, ports.clock.now())
    if (!cleared) throw new AppError('conflict', 'This purchase isn’t flagged.')
    await recordAuditEntry(tx, ports, viewer, {
      action: 'dismissDuplicate',
      target: `purchase/${id}`,
      before: { duplicateOf: row.duplicateOf },
    })
  })
  return presentPurchaseDetail(ports, await requirePurchase(ports, id))
}

export async function revokeAccess(
  ports: Ports,
  viewer: Viewer,
  { id, reason }: { id: OrderNumber; reason: string },
) {
  const { purchase } = await requirePurchase(ports, id)
  const auditEntry = { action: 'revokeAccessAsAdmin', target: `purchase/${id}`, after: { reason } }
  await access.revokeAccess(ports, {
    purchaseId: purchase.id,
    reason,
    by: 'admin',
    audit: (tx) => recordAuditEntry(tx, ports, viewer, auditEntry),
  })
  return getPurchaseDetail(ports, id)
}

/** Corrects the buyer's address. It hands access to whoever reads the new one, so it needs a recent sign-in. */
export async function correctPurchaseEmail(
  ports: Ports,
  viewer: Viewer,
  { id, email, reason }: { id: OrderNumber; email: string; reason: string },
) {
  requireRecentSignIn(ports, viewer)
  const { purchase } = await requirePurchase(ports, id)
  await corrections.correctPurchaseEmail(ports, {
    purchaseId: purchase.id,
    email,
    by: 'admin',
    audit: (tx, oldEmail) =>
      // Entries can't be changed, and an address must be erasable.
      recordAuditEntry(tx, ports, viewer, {
        action: 'correctPurchaseEmailAsAdmin',
        target: `purchase/${id}`,
        before: { email: maskEmail(oldEmail) },
        after: { email: maskEmail(email), reason },
      }),
  })
  return getPurchaseDetail(ports, id)
}

/** A credit note and a new receipt with a company's details, also after a buyer has added their own. */
export async function replaceReceiptAsAdmin(
  ports: Ports,
  viewer: Viewer,
  { id, reason, ...details }: CompanyDetails & { id: OrderNumber; reason: string },
) {
  const { purchase } = await requirePurchase(ports, id)
  const bought = await findBoughtById(ports.db, purchase.id)
  if (!bought) throw purchaseNotFound()
  await replaceReceipt(ports, {
    bought,
    company: await readBusiness(ports, { ...details, country: purchase.buyerCountry ?? '' }),
    check: () => undefined,
    also: (tx, replacement) =>
      recordAuditEntry(tx, ports, viewer, {
        action: 'replaceReceiptAsAdmin',
        target: `purchase/${id}`,
        after: { number: documentNumber(replacement), reason },
      }),
  })
  return getPurchaseDetail(ports, id)
}

/** The buyer's own link again, to the address of the purchase only. */
export async function resendAccess(ports: Ports, viewer: Viewer, id: OrderNumber) {
  const { purchase } = await requirePurchase(ports, id)
  const bought = await findBoughtById(ports.db, purchase.id)
  if (!bought) throw purchaseNotFound()
  const auditEntry = { action: 'resendAccessAsAdmin', target: `purchase/${id}` }
  await enqueueAccessEmail(
    ports,
    bought,
    'This link was sent a moment ago, or five times today. Try again later.',
    (tx) => recordAuditEntry(tx, ports, viewer, auditEntry),
  )
  return getPurchaseDetail(ports, id)
}

export async function restoreAccess(ports: Ports, viewer: Viewer, id: OrderNumber) {
  const { purchase, grant } = await requirePurchase(ports, id)
  const before = { revocationReason: grant.revocationReason, revocationMessage: grant.revocationMessage }
  const auditEntry = { action: 'restoreAccessAsAdmin', target: `purchase/${id}`, before }
  await access.restoreAccess(ports, {
    purchaseId: purchase.id,
    by: 'admin',
    audit: (tx) => recordAuditEntry(tx, ports, viewer, auditEntry),
  })
  return getPurchaseDetail(ports, id)
}

async function requirePurchase({ db }: Ports, id: OrderNumber): Promise<PurchaseSearchRow> {
  const row = await findPurchase(db, id)
  if (!row) throw purchaseNotFound()
  return row
}

const purchaseNotFound = () => new AppError('not_found', 'Purchase Not Found')
