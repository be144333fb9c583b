import type { PurchaseDetail } from '../../../contract/admin-purchases.ts'
import { formatMoney } from '../../../domain/price.ts'
import type { EmailRow } from '../mail/outbox.ts'
import type { EmailCorrectionRow } from '../purchases/email-corrections-repository.ts'
import type { RefundRequestRow } from '../purchases/refund-requests-repository.ts'
import type { DisputeRow, RefundRow } from '../purchases/reversals-repository.ts'
import type { PurchaseSearchRow } from './purchases-repository.ts'

export type TimelineSources = {
  row: PurchaseSearchRow
  refunds: Array<RefundRow>
  requests: Array<RefundRequestRow>
  disputes: Array<DisputeRow>
  emails: Array<EmailRow>
  corrections: Array<EmailCorrectionRow>
}

type Event = { at: Date; type: string; detail: string }

/** The events of a purchase, oldest first: the evidence for a bank when a buyer denies the purchase. */
export function buildTimeline(sources: TimelineSources): PurchaseDetail['events'] {
  return [
    ...checkoutEvents(sources),
    ...accessEvents(sources),
    ...reversalEvents(sources),
    ...correctionEvents(sources),
    ...emailEvents(sources),
  ]
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, ...event }) => ({ at: at.toISOString(), ...event }))
}

function checkoutEvents({ row: { checkout, purchase } }: TimelineSources): Array<Event> {
  const price = formatMoney(purchase.amount, purchase.currency)
  const declineDetail = `${checkout.declineCount} declined; most recent: ${checkout.lastDeclineReference ?? 'no reason given'}`
  return [
    {
      at: checkout.createdAt,
      type: 'Checkout started',
      detail: `${checkout.description || 'The item'} for ${price}`,
    },
    ...(checkout.lastDeclinedAt
      ? [{ at: checkout.lastDeclinedAt, type: 'Card declined', detail: declineDetail }]
      : []),
    { at: purchase.paidAt, type: 'Paid', detail: `${price} via ${checkout.provider}` },
  ]
}

function accessEvents({ row: { grant } }: TimelineSources): Array<Event> {
  const { firstAccessedAt, revokedAt, revocationReason, revocationMessage } = grant
  const revocationDetail = [revocationReason ? `because of a ${revocationReason}` : '', revocationMessage]
    .filter(Boolean)
    .join(': ')
  return [
    ...(firstAccessedAt
      ? [{ at: firstAccessedAt, type: 'Opened', detail: 'The buyer opened it for the first time' }]
      : []),
    ...(revokedAt ? [{ at: revokedAt, type: 'Access revoked', detail: revocationDetail }] : []),
  ]
}

function reversalEvents({ row: { purchase }, refunds, requests, disputes }: TimelineSources): Array<Event> {
  const money = (amount: number) => formatMoney(amount, purchase.currency)
  return [
    ...requests.map((request) => ({
      at: request.createdAt,
      type: request.requestedBy === 'buyer' ? 'Refund requested' : 'Refund started',
      detail: `${money(request.amount)} via ${request.requestedBy}; ${request.state.replaceAll('_', ' ')}. ${request.decisionMessage || request.requestMessage}`,
    })),
    ...requests.flatMap((request) =>
      request.objectedAt
        ? [{ at: request.objectedAt, type: 'Creator objected', detail: request.objectionMessage }]
        : [],
    ),
    ...refunds.map(({ createdAt, amount, state }) => ({
      at: createdAt,
      type: state === 'failed' ? 'Refund failed' : 'Refunded',
      detail: money(amount),
    })),
    ...disputes.map((dispute) => ({
      at: dispute.createdAt,
      type: 'Dispute',
      detail: `${money(dispute.amount)}, ${dispute.state}. ${dispute.reason ?? ''}`.trim(),
    })),
  ]
}

function correctionEvents({ corrections }: TimelineSources): Array<Event> {
  return corrections.map(({ createdAt, correctedBy, oldEmailMasked, newEmailMasked }) => ({
    at: createdAt,
    type: `Email address corrected by the ${correctedBy}`,
    detail: [oldEmailMasked, newEmailMasked].filter(Boolean).join(' to '),
  }))
}

function emailEvents({ emails }: TimelineSources): Array<Event> {
  return emails.flatMap(({ sentAt, kind, recipient }) =>
    sentAt
      ? [{ at: sentAt, type: 'Email sent', detail: `${kind.replaceAll('_', ' ')} to ${recipient}` }]
      : [],
  )
}
