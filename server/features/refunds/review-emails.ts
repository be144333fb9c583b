import type { Ports } from '../../ports/index.ts'
import type { EmailMessage } from '../../ports/mailer.ts'
import { buyerFooter, creatorFooter } from '../mail/footer.ts'
import { renderEmailLayout } from '../mail/layout.ts'
import type { RefundRequestWithPurchase } from '../purchases/refund-requests-repository.ts'
import { requestFacts } from './request-facts.ts'

/** Tells the buyer that the creator objected and what happens next. */
export function refundObjectedEmail(
  { config }: Ports,
  to: string,
  record: RefundRequestWithPurchase,
): EmailMessage {
  const { money, item, order } = requestFacts(config, record)
  return {
    to,
    subject: `We’re reviewing your refund request for ${item}`,
    ...renderEmailLayout({
      title: 'We’re reviewing your refund request',
      lines: [
        `The creator of ${item} objected to your request for ${money}.`,
        order,
        'That isn’t the final answer. We’ll look at both sides and decide.',
      ],
      closingLines: ['We’ll email you our decision. You keep access until then.'],
      footer: buyerFooter(config),
    }),
  }
}

/** Asks the admin to decide. */
export function refundReviewEmail(
  { config }: Ports,
  to: string,
  record: RefundRequestWithPurchase,
): EmailMessage {
  const { request } = record
  const { money, item, order, url } = requestFacts(config, record)
  return {
    to,
    subject: `Refund to decide: ${money} for ${item}`,
    ...renderEmailLayout({
      title: `A creator objected to a ${money} refund`,
      lines: [
        item,
        `${order} · ${money}`,
        request.requestMessage ? `Buyer: ${request.requestMessage}` : 'Buyer: no reason given.',
        `Creator: ${request.objectionMessage}`,
      ],
      button: { label: 'Review request', url },
      closingLines: ['No money moves until you decide.'],
    }),
  }
}

/** Tells the creator what the admin decided, or that the 72 hours passed. */
export function refundDecidedEmail(
  { config }: Ports,
  to: string,
  record: RefundRequestWithPurchase,
): EmailMessage {
  const { request } = record
  const { money, item, order, url } = requestFacts(config, record)
  const isDeclined = request.state === 'rejected'
  const heading = isDeclined ? 'We declined a refund request' : `We refunded ${money} to a buyer`
  const explanation =
    request.decidedBy === null
      ? 'You didn’t answer the request within 72 hours, so we refunded the buyer as our guarantee promises.'
      : 'We reviewed the request and decided.'
  return {
    to,
    subject: isDeclined ? `Refund request declined: ${item}` : `Refunded: ${money} for ${item}`,
    ...renderEmailLayout({
      title: heading,
      lines: [
        item,
        `${order} · ${money}`,
        explanation,
        ...(request.decisionMessage ? [`Reason: ${request.decisionMessage}`] : []),
      ],
      button: { label: 'See the request', url },
      closingLines: isDeclined
        ? ['Your earnings stay the same.']
        : ['If the sale had a fee, we returned that too.'],
      footer: creatorFooter(config),
    }),
  }
}
