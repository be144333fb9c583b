import { dateLocale } from '../../../../contract/site.ts'
import { toSingleLine } from '../../../../contract/text.ts'
import { formatReceiptNumber } from '../../../../domain/format.ts'
import { formatMoney } from '../../../../domain/price.ts'
import type { Config } from '../../../config.ts'
import type { Tx } from '../../../db/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { findUserById } from '../../people/accounts/repository.ts'
import { notificationRecipients } from '../../telling/alerts/service.ts'
import { type EmailRenderers, sendEmail } from '../../telling/deliveries/deliveries.ts'
import type { Email } from '../../telling/email/email.ts'
import {
  findDecisionMessage,
  findRefundRequest,
  type RefundRequestRow,
  type RefundRequestWithPurchase,
} from '../purchases/refund-requests-repository.ts'
import { findPurchase, type PurchaseRow, type PurchaseWithGrant } from '../purchases/repository.ts'
import { selectRefunds } from '../purchases/reversals-repository.ts'
import { getPurchaseReceipts } from '../receipts/issue-receipts.ts'

type RefundRequestEmailKind = keyof typeof refundRequestEmails

/** Stores an email about a refund request. `recipient` tells those of the same kind apart. */
async function sendRequestEmail(
  tx: Tx,
  ports: Ports,
  { id, purchaseId }: RefundRequestRow,
  { kind, to, recipient = '' }: { kind: RefundRequestEmailKind; to: string; recipient?: string },
): Promise<void> {
  const dedupeKey = `refund-request/${id}${recipient}`
  await sendEmail(tx, ports, { kind, to, dedupeKey, data: { purchaseId, requestId: id } })
}

export async function notifyCreatorOfRequest(
  tx: Tx,
  ports: Ports,
  request: RefundRequestRow,
  { creatorId }: PurchaseRow,
): Promise<void> {
  const creator = await findUserById(tx, creatorId)
  if (!creator) throw new Error(`Creator ${creatorId} does not exist`)
  await sendRequestEmail(tx, ports, request, { kind: 'refund_requested', to: creator.email })
}

export async function notifyBuyerOfRejection(
  tx: Tx,
  ports: Ports,
  request: RefundRequestRow,
  { buyerEmail }: PurchaseRow,
): Promise<void> {
  if (buyerEmail) await sendRequestEmail(tx, ports, request, { kind: 'refund_rejected', to: buyerEmail })
}

export async function notifyOfObjection(
  tx: Tx,
  ports: Ports,
  request: RefundRequestRow,
  { buyerEmail }: PurchaseRow,
): Promise<void> {
  if (buyerEmail) await sendRequestEmail(tx, ports, request, { kind: 'refund_objected', to: buyerEmail })
  for (const to of notificationRecipients(ports))
    await sendRequestEmail(tx, ports, request, { kind: 'refund_review_needed', to, recipient: `/${to}` })
}

/** Emails the creator a decision that someone else made: the admin, or the passed deadline. */
export async function notifyCreatorOfDecision(
  tx: Tx,
  ports: Ports,
  request: RefundRequestRow,
  { creatorId }: PurchaseRow,
): Promise<void> {
  const creator = await findUserById(tx, creatorId)
  if (!creator || creator.deletedAt || request.decidedBy === creatorId) return
  await sendRequestEmail(tx, ports, request, { kind: 'refund_decided', to: creator.email })
}

function refundObjectedEmail({ config }: Ports, record: RefundRequestWithPurchase): Email {
  const { money, item, order } = requestFacts(config, record)
  return {
    subject: `We’re reviewing your refund request for ${item}`,
    title: 'We’re reviewing your refund request',
    lines: [
      `The creator of ${item} declined your request for ${money}.`,
      'That isn’t the final answer. We’ll look at both sides and decide.',
    ],
    closingLines: ['We’ll email you our decision. You keep access until then.'],
    smallPrint: [{ text: order }],
    footer: 'buyer',
  }
}

function refundReviewEmail({ config }: Ports, record: RefundRequestWithPurchase): Email {
  const { request } = record
  const { money, item, order, url } = requestFacts(config, record)
  return {
    subject: `Refund to decide: ${money} for ${item}`,
    title: `A creator declined a ${money} refund`,
    lines: [`It was paid for ${item}.${request.requestMessage ? '' : ' The buyer gave no reason.'}`],
    quotes: [
      ...(request.requestMessage ? [{ text: request.requestMessage, by: 'The buyer' }] : []),
      { text: request.objectionMessage, by: 'The creator' },
    ],
    button: { label: 'Review request', url },
    closingLines: ['No money moves until you decide.'],
    smallPrint: [{ text: order }],
  }
}

function refundDecidedEmail({ config }: Ports, record: RefundRequestWithPurchase): Email {
  const { request } = record
  const { money, item, order, url } = requestFacts(config, record)
  const isDeclined = request.state === 'rejected'
  const heading = isDeclined ? 'We declined a refund request' : `We refunded ${money} to a buyer`
  const explanation =
    request.decidedBy === null
      ? 'You didn’t answer the request within 72 hours, so we refunded the buyer as our guarantee promises.'
      : 'We reviewed the request and decided.'
  return {
    subject: isDeclined ? `Refund request declined: ${item}` : `Refunded: ${money} for ${item}`,
    title: heading,
    lines: [
      `The request was about ${money} for ${item}. ${explanation}`,
      ...(request.decisionMessage ? [`Reason: ${request.decisionMessage}`] : []),
    ],
    button: { label: 'See the request', url },
    closingLines: isDeclined ? ['Your earnings stay the same.'] : feeLines(record),
    smallPrint: [{ text: order }],
    footer: 'creator',
  }
}

/** What a refund gave back of our fee. A sale on Pro had none. */
function feeLines({ purchase }: RefundRequestWithPurchase): Array<string> {
  const { platformFeeAmount, currency, amount, refundedAmount } = purchase
  if (platformFeeAmount === 0) return []
  return refundedAmount < amount
    ? ['We returned our fee on it too.']
    : [`We returned our ${formatMoney(platformFeeAmount, currency)} fee too.`]
}

export const refundRequestEmails = {
  refund_requested: whileIn('requested', refundRequestedEmail),
  refund_rejected: whileIn('any state', refundRejectedEmail),
  refund_objected: whileIn('in_review', refundObjectedEmail),
  refund_review_needed: whileIn('in_review', refundReviewEmail),
  refund_decided: whileIn('any state', refundDecidedEmail),
} satisfies Partial<EmailRenderers>

type Render = (
  ports: Ports,
  request: RefundRequestWithPurchase,
) => Promise<Email | undefined> | Email | undefined

/** The renderer of an email that is obsolete once its request has left a state. */
function whileIn(state: RefundRequestState | 'any state', render: Render) {
  return async (ports: Ports, { data }: { data: { requestId: number } }) => {
    const request = await findRefundRequest(ports.db, data.requestId)
    const isCurrent = request && (state === 'any state' || request.request.state === state)
    return isCurrent ? render(ports, request) : undefined
  }
}

type RefundRequestState = RefundRequestWithPurchase['request']['state']

async function refundRequestedEmail(
  { db, config }: Ports,
  record: RefundRequestWithPurchase,
): Promise<Email> {
  const { request } = record
  const { money, item, order, url } = requestFacts(config, record)
  const creator = await findUserById(db, record.purchase.creatorId)
  const deadline = deadlineText(request, creator?.timeZone ?? 'UTC')
  return {
    subject: `Refund request: ${money} for ${item}`,
    title: `A buyer requested a ${money} refund`,
    lines: [`They bought ${item}.`, ...(request.requestMessage ? [] : ['They gave no reason.'])],
    ...(request.requestMessage && { quotes: [{ text: request.requestMessage, by: 'The buyer' }] }),
    button: { label: 'Review request', url },
    closingLines: [
      `Refund it or decline by ${deadline}. If you decline, we’ll review the request and decide. If you don’t answer, we’ll refund the buyer automatically.`,
    ],
    smallPrint: [{ text: order }],
    footer: 'creator',
  }
}

async function refundRejectedEmail({ db, config }: Ports, record: RefundRequestWithPurchase): Promise<Email> {
  const { request, purchase } = record
  const { money, item, order } = requestFacts(config, record)
  const bought = await findPurchase(db, purchase.id)
  return {
    subject: `Your refund request for ${item} was declined`,
    title: 'Your refund request was declined',
    lines: [
      `You requested a refund of ${money} for ${item}.`,
      request.decisionMessage ? `Reason: ${request.decisionMessage}` : 'No reason given.',
    ],
    links: [{ label: 'Think this is a mistake? Contact us', url: `${config.publicUrl}/feedback` }],
    closingLines: bought?.grant.revokedAt ? [] : ['You still have access.'],
    smallPrint: [{ text: order }],
    footer: 'buyer',
  }
}

/** `Nov 25, 2:05 PM EST`, by the clock of who has to answer. A request without a stored deadline has had to be decided since its creation. */
function deadlineText(request: RefundRequestWithPurchase['request'], timeZone: string): string {
  const parts = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const
  const deadline = request.creatorDeadlineAt ?? request.createdAt
  return new Intl.DateTimeFormat(dateLocale(), { ...parts, timeZone, timeZoneName: 'short' }).format(deadline)
}

function requestFacts(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { request, purchase, title }: RefundRequestWithPurchase,
) {
  return {
    money: formatMoney(request.amount, purchase.currency),
    item: toSingleLine(title),
    order: `Order ${purchase.orderNumber}`,
    url: `${publicUrl}/refunds/${request.id}`,
  }
}

/** `url` is the buyer's access page. */
type EmailContext = { title: string; bought: PurchaseWithGrant; url: string }

export async function refundIssuedEmail(
  ports: Ports,
  { title, bought, url, refundId }: EmailContext & { refundId: number },
): Promise<Email | undefined> {
  const { db } = ports
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
    title: `We’ve refunded ${refundedAmountText}`,
    lines: [
      `We’ve refunded ${refundedAmountText} for ${title} to your card. It can take 5 to 10 days to show up on your statement.`,
      ...(decisionMessage ? [`Reason: ${decisionMessage}`] : []),
      grant.revokedAt ? 'You no longer have access to it.' : 'You still have access to it.',
    ],
    smallPrint: [
      {
        text: `Order ${purchase.orderNumber}`,
        links: number ? [{ label: `Credit note ${number}`, url: `${url}/corrections/${number}` }] : [],
      },
    ],
    footer: 'buyer',
  }
}
