import type { RowId } from '../../../../contract/order-number.ts'
import { toSingleLine } from '../../../../contract/text.ts'
import type { Ports } from '../../../ports/index.ts'
import { type ContentRow, findContentById } from '../../selling/content/repository.ts'
import type { EmailKind, EmailOf, EmailRenderers } from '../../telling/deliveries/deliveries.ts'
import type { Email } from '../../telling/email/email.ts'
import { findEmailedOffer } from '../access/complete-set.ts'
import { emailCorrectedEmail } from '../access/correct-email.ts'
import { freeAccessEmail, purchaseAccessEmail } from '../access/emails.tsx'
import { workingKeys } from '../access/license-cards.ts'
import { ownerNoticeEmail } from '../access/links.ts'
import { presentReceipt } from '../access/receipt.ts'
import { accessRevokedEmail } from '../access/revocation.ts'
import { accessUrl } from '../access/verify-purchase.ts'
import { presentWait } from '../access/wait.ts'
import { waitingEmail } from '../access/waiting-email.tsx'
import { findPurchase, type PurchaseWithGrant } from '../purchases/repository.ts'
import { getIssuedReceipts } from '../receipts/issue-receipts.ts'
import { undeliverableRefundEmail } from '../settlement/emails.tsx'
import { refundIssuedEmail } from './emails.tsx'

export const purchaseEmails = {
  purchase_access: toBuyer(accessEmail),
  purchase_access_resent: toBuyer(accessEmail),
  already_owned: toBuyer(async (ports, { title, bought }) =>
    bought.grant.revokedAt
      ? undefined
      : ownerNoticeEmail({ title, bought, url: await accessUrl(ports, bought) }),
  ),
  refund_undeliverable: toBuyer<'refund_undeliverable'>((_, { title, bought, data: { reason } }) =>
    undeliverableRefundEmail({ title, bought, reason }),
  ),
  refund_issued: toBuyer<'refund_issued'>(async (ports, { title, bought, data: { refundId } }) =>
    refundIssuedEmail(ports, { title, bought, refundId, url: await accessUrl(ports, bought) }),
  ),
  access_revoked: toBuyer(async (ports, { title, bought }) =>
    accessRevokedEmail({ title, bought, url: await accessUrl(ports, bought) }),
  ),
  // The old address may be a stranger's: nothing of the purchase is in it.
  async purchase_email_corrected({ db }, { data }) {
    const bought = await findPurchase(db, data.purchaseId)
    return bought && emailCorrectedEmail(bought)
  },
} satisfies Partial<EmailRenderers>

type PurchaseKind = {
  [K in EmailKind]: EmailOf<K> extends { data: { purchaseId: RowId } } ? K : never
}[EmailKind]
type PurchaseEmail = EmailOf<PurchaseKind> & { title: string; row: ContentRow; bought: PurchaseWithGrant }
type Render<K extends PurchaseKind> = (
  ports: Ports,
  email: EmailOf<K> & Pick<PurchaseEmail, 'title' | 'row' | 'bought'>,
) => Promise<Email | undefined> | Email | undefined

/** The renderer of an email about a purchase that is only for its buyer's current address. */
function toBuyer<K extends PurchaseKind>(render: Render<K>) {
  return async (ports: Ports, email: EmailOf<K>): Promise<Email | undefined> => {
    const bought = await findPurchase(ports.db, email.data.purchaseId)
    const row = bought && (await findContentById(ports.db, bought.purchase.contentId))
    if (!bought || !row) return undefined
    // The address was corrected since: the email, with its access link, is not for a stranger.
    if (email.to.toLowerCase() !== bought.purchase.buyerEmail.toLowerCase()) return undefined
    return render(ports, { ...email, title: toSingleLine(row.content.title), row, bought })
  }
}

async function accessEmail(
  ports: Ports,
  { kind, row, bought }: Pick<PurchaseEmail, 'kind' | 'row' | 'bought'>,
): Promise<Email | undefined> {
  if (bought.grant.revokedAt) return undefined
  const url = await accessUrl(ports, bought)
  const wait = presentWait(bought.purchase, row, ports.clock.now())
  if (wait?.state === 'canceled') return undefined
  const keys = wait ? [] : await workingKeys(ports, row, bought)
  if (bought.purchase.amount === 0)
    return wait
      ? waitingEmail(ports, { row, bought, url, wait })
      : freeAccessEmail(ports, { row, bought, url, keys })
  const receipt = await presentReceipt(ports, bought, getIssuedReceipts)
  if (wait) return waitingEmail(ports, { row, bought, url, wait, receipt })
  // Offered once by email.
  const set = kind === 'purchase_access' ? await findEmailedOffer(ports, row, bought) : undefined
  return purchaseAccessEmail(ports, { row, bought, url, receipt, set, keys })
}
