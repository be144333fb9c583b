import { emailCorrectedEmail } from '../features/buying/access/correct-email.ts'
import { purchaseAccessEmail } from '../features/buying/access/emails.tsx'
import { ownerNoticeEmail } from '../features/buying/access/links.ts'
import { presentReceipt } from '../features/buying/access/receipt.ts'
import { accessRevokedEmail } from '../features/buying/access/revocation.ts'
import { accessUrl } from '../features/buying/access/verify-purchase.ts'
import { findPurchase } from '../features/buying/purchases/repository.ts'
import { getIssuedReceipts } from '../features/buying/receipts/issue-receipts.ts'
import { refundIssuedEmail } from '../features/buying/refunds/emails.tsx'
import { undeliverableRefundEmail } from '../features/buying/settlement/emails.tsx'
import { findContentById } from '../features/selling/content/repository.ts'
import type { EmailRow } from '../features/telling/deliveries/repository.ts'
import { collapseWhitespace } from '../features/telling/email/layout.tsx'
import type { Ports } from '../ports/index.ts'
import type { EmailMessage } from '../ports/mailer.ts'

type PurchaseEmailKind =
  | 'purchase_access'
  | 'purchase_access_resent'
  | 'already_owned'
  | 'refund_undeliverable'
  | 'refund_issued'
  | 'access_revoked'
  | 'purchase_email_corrected'

/** Renders an email to the buyer of one purchase; undefined when it is obsolete. */
export async function renderPurchaseEmail(
  ports: Ports,
  { kind, recipient, data }: EmailRow & { kind: PurchaseEmailKind },
): Promise<EmailMessage | undefined> {
  const bought = data.purchaseId === undefined ? undefined : await findPurchase(ports.db, data.purchaseId)
  const row = bought && (await findContentById(ports.db, bought.purchase.contentId))
  if (!bought || !row) return undefined
  if (kind === 'purchase_email_corrected') return emailCorrectedEmail(ports.config, { to: recipient, bought })
  // The address was corrected since: the email, with its access link, is not for a stranger.
  if (recipient.toLowerCase() !== bought.purchase.buyerEmail.toLowerCase()) return undefined
  const title = collapseWhitespace(row.content.title)
  if (kind === 'refund_undeliverable')
    return undeliverableRefundEmail(ports.config, { to: recipient, title, bought, reason: data.message })
  if (kind === 'refund_issued')
    return refundIssuedEmail(ports, {
      ...{ to: recipient, title, bought, refundId: data.refundId },
      url: await accessUrl(ports, bought),
    })
  if (kind === 'access_revoked')
    return accessRevokedEmail(ports.config, {
      ...{ to: recipient, title, bought },
      url: await accessUrl(ports, bought),
    })
  if (bought.grant.revokedAt) return undefined
  const url = await accessUrl(ports, bought)
  if (kind === 'already_owned') return ownerNoticeEmail(ports.config, { to: recipient, title, bought, url })
  // Another kind would get access by mistake: it does not compile.
  kind satisfies 'purchase_access' | 'purchase_access_resent'
  const receipt = await presentReceipt(ports, bought, getIssuedReceipts)
  return purchaseAccessEmail(ports, { to: recipient, row, bought, url, receipt })
}
