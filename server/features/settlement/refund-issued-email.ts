import { formatMoney } from '../../../domain/price.ts'
import type { Ports } from '../../ports/index.ts'
import type { EmailMessage } from '../../ports/mailer.ts'
import { buyerFooter } from '../mail/footer.ts'
import { renderEmailLayout } from '../mail/layout.ts'
import { findDecisionMessage } from '../purchases/refund-requests-repository.ts'
import type { PurchaseWithGrant } from '../purchases/repository.ts'
import { selectRefunds } from '../purchases/reversals-repository.ts'

type EmailContext = { to: string; title: string; bought: PurchaseWithGrant }

export async function refundIssuedEmail(
  { db, config }: Ports,
  { to, title, bought, refundId }: EmailContext & { refundId: number | undefined },
): Promise<EmailMessage | undefined> {
  const { purchase, grant } = bought
  const refund = (await selectRefunds(db, purchase.id)).find(({ id }) => id === refundId)
  if (!refund) return undefined
  const refundedAmountText = formatMoney(refund.amount, purchase.currency)
  const decisionMessage = await findDecisionMessage(db, refund)
  return {
    to,
    subject: `We’ve refunded ${refundedAmountText}`,
    ...renderEmailLayout({
      title: `We’ve refunded ${refundedAmountText}`,
      lines: [
        `We’ve refunded ${refundedAmountText} for ${title} to your card.`,
        `Order ${purchase.orderNumber}`,
        ...(decisionMessage ? [`Reason: ${decisionMessage}`] : []),
      ],
      closingLines: [
        'It can take 5 to 10 days to show up on your statement.',
        grant.revokedAt ? 'You no longer have access to it.' : 'You still have access to it.',
      ],
      footer: buyerFooter(config),
    }),
  }
}
