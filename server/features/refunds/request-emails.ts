import { site } from '../../../contract/site.ts'
import type { Ports } from '../../ports/index.ts'
import type { EmailMessage } from '../../ports/mailer.ts'
import { buyerFooter, creatorFooter } from '../mail/footer.ts'
import { renderEmailLayout } from '../mail/layout.ts'
import type { EmailRow } from '../mail/outbox.ts'
import { findRefundRequest, type RefundRequestWithPurchase } from '../purchases/refund-requests-repository.ts'
import { findPurchase } from '../purchases/repository.ts'
import { requestFacts } from './request-facts.ts'
import { refundDecidedEmail, refundObjectedEmail, refundReviewEmail } from './review-emails.ts'

/** The email about a refund request; undefined when it is obsolete. */
export async function refundRequestEmail(
  ports: Ports,
  { kind, recipient, data }: EmailRow,
): Promise<EmailMessage | undefined> {
  const request = data.requestId === undefined ? undefined : await findRefundRequest(ports.db, data.requestId)
  if (!request) return undefined
  if (kind === 'refund_rejected') return refundRejectedEmail(ports, recipient, request)
  if (kind === 'refund_decided') return refundDecidedEmail(ports, recipient, request)
  const { state } = request.request
  if (kind === 'refund_requested')
    return state === 'requested' ? refundRequestedEmail(ports, recipient, request) : undefined
  if (state !== 'in_review') return undefined
  return kind === 'refund_objected'
    ? refundObjectedEmail(ports, recipient, request)
    : refundReviewEmail(ports, recipient, request)
}

function refundRequestedEmail(
  { config }: Ports,
  to: string,
  record: RefundRequestWithPurchase,
): EmailMessage {
  const { request } = record
  const { money, item, order, url } = requestFacts(config, record)
  return {
    to,
    subject: `Refund request: ${money} for ${item}`,
    ...renderEmailLayout({
      title: `A buyer requested a ${money} refund`,
      lines: [
        item,
        `${order} · ${money}`,
        request.requestMessage ? `Reason: ${request.requestMessage}` : 'No reason given.',
      ],
      button: { label: 'Review request', url },
      closingLines: [
        `Refund it or object by ${deadlineText(request)}. If you object, we’ll review the request and decide. If you don’t answer, we’ll refund the buyer automatically.`,
      ],
      footer: creatorFooter(config),
    }),
  }
}

async function refundRejectedEmail(
  { db, config }: Ports,
  to: string,
  record: RefundRequestWithPurchase,
): Promise<EmailMessage> {
  const { request, purchase } = record
  const { money, item, order } = requestFacts(config, record)
  const bought = await findPurchase(db, purchase.id)
  return {
    to,
    subject: `Your refund request for ${item} was declined`,
    ...renderEmailLayout({
      title: 'Your refund request was declined',
      lines: [
        `You requested a refund of ${money} for ${item}.`,
        order,
        request.decisionMessage ? `Reason: ${request.decisionMessage}` : 'No reason given.',
      ],
      links: [{ label: 'Think this is a mistake? Contact us', url: `${config.publicUrl}/feedback` }],
      closingLines: bought?.grant.revokedAt ? [] : ['You still have access.'],
      footer: buyerFooter(config),
    }),
  }
}

/** `Nov 25, 2:05 PM UTC`. A request without a stored deadline has had to be decided since its creation. */
function deadlineText(request: RefundRequestWithPurchase['request']): string {
  const parts = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const
  const deadline = request.creatorDeadlineAt ?? request.createdAt
  return `${new Intl.DateTimeFormat(site().locale, { ...parts, timeZone: 'UTC' }).format(deadline)} UTC`
}
