import { formatMoney } from '../../../domain/price.ts'
import { formatReceiptNumber } from '../../../domain/receipt-number.ts'
import type { Ports } from '../../ports/index.ts'
import type { EmailMessage } from '../../ports/mailer.ts'
import { buyerFooter } from '../mail/footer.ts'
import { renderEmailLayout } from '../mail/layout.ts'
import { findDecisionMessage } from '../purchases/refund-requests-repository.ts'
import type { PurchaseWithGrant } from '../purchases/repository.ts'
import { selectRefunds } from '../purchases/reversals-repository.ts'
import { getPurchaseReceipts } from '../receipts/purchase-receipts.ts'

/** `url` is the buyer's access page. */
type EmailContext = { to: string; title: string; bought: PurchaseWithGrant; url: string }

export async function refundIssuedEmail(
  ports: Ports,
  { to, title, bought, url, refundId }: EmailContext & { refundId: number | undefined },
): Promise<EmailMessage | undefined> {
  const { db, config } = ports
  const { purchase, grant } = bought
  const refund = (await selectRefunds(db, purchase.id)).find(({ id }) => id === refundId)
  if (!refund) return undefined
  const refundedAmountText = formatMoney(refund.amount, purchase.currency)
  const documents = await getPurchaseReceipts(ports, purchase.id)
  const creditNote = documents.find(
    ({ kind, postingReference }) => kind === 'credit_note' && postingReference === `refund/${refund.id}`,
  )
  const number = creditNote && formatReceiptNumber(creditNote)
  const decisionMessage = await findDecisionMessage(db, refund)
  return {
    to,
    subject: `We’ve refunded ${refundedAmountText}`,
    ...renderEmailLayout({
      title: `We’ve refunded ${refundedAmountText}`,
      lines: [
        `We’ve refunded ${refundedAmountText} for ${title} to your card.`,
        `Order ${purchase.orderNumber}`,
        ...(number ? [`Credit note ${number}`] : []),
        ...(decisionMessage ? [`Reason: ${decisionMessage}`] : []),
      ],
      links: number ? [{ label: 'Credit note (PDF)', url: `${url}/corrections/${number}` }] : [],
      closingLines: [
        'It can take 5 to 10 days to show up on your statement.',
        grant.revokedAt ? 'You no longer have access to it.' : 'You still have access to it.',
      ],
      footer: buyerFooter(config),
    }),
  }
}
