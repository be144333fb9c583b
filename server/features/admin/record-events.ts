import type { PurchaseRecord } from '../../../contract/admin-purchases.ts'
import { spoken } from '../../../domain/price.ts'
import type { MailRow } from '../mail/outbox.ts'
import type { RequestRow } from '../purchases/refund-rows.ts'
import type { DisputeRow, RefundRow } from '../purchases/reversals.ts'
import type { FoundRow } from './purchases-repository.ts'

export type Story = {
  row: FoundRow
  refunds: Array<RefundRow>
  requests: Array<RequestRow>
  disputes: Array<DisputeRow>
  mails: Array<MailRow>
}

type Event = { at: Date; what: string; detail: string }

/** What happened to a purchase in words, oldest first: the log a bank wants to see when somebody denies having bought. */
export function storyOf(story: Story): PurchaseRecord['events'] {
  return [...paying(story), ...access(story), ...moneyBack(story), ...mailed(story)]
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, ...event }) => ({ at: at.toISOString(), ...event }))
}

function paying({ row: { attempt, purchase } }: Story): Array<Event> {
  const price = spoken(purchase.amount, purchase.currency)
  const declined = `${attempt.declines} declined; the last: ${attempt.lastDecline ?? 'no reason given'}`
  return [
    {
      at: attempt.createdAt,
      what: 'Checkout started',
      detail: `${attempt.title || 'The item'} for ${price}`,
    },
    ...(attempt.lastDeclinedAt
      ? [{ at: attempt.lastDeclinedAt, what: 'Card declined', detail: declined }]
      : []),
    { at: purchase.paidAt, what: 'Paid', detail: `${price} by ${attempt.provider}` },
  ]
}

function access({ row: { grant } }: Story): Array<Event> {
  const { openedAt, revokedAt, revokedFor, revokedReason } = grant
  const closed = [revokedFor ? `for a ${revokedFor}` : '', revokedReason].filter(Boolean).join(': ')
  return [
    ...(openedAt
      ? [{ at: openedAt, what: 'Opened', detail: 'The buyer had the content for the first time' }]
      : []),
    ...(revokedAt ? [{ at: revokedAt, what: 'Access closed', detail: closed }] : []),
  ]
}

function moneyBack({ row: { purchase }, refunds, requests, disputes }: Story): Array<Event> {
  const money = (amount: number) => spoken(amount, purchase.currency)
  return [
    ...requests.map((request) => ({
      at: request.createdAt,
      what: request.askedBy === 'buyer' ? 'Refund asked for' : 'Refund begun',
      detail: `${money(request.amount)} by ${request.askedBy}; ${request.state}. ${request.answer || request.reason}`,
    })),
    ...refunds.map(({ createdAt, amount, state }) => ({
      at: createdAt,
      what: state === 'failed' ? 'Refund that failed' : 'Refunded',
      detail: money(amount),
    })),
    ...disputes.map((dispute) => ({
      at: dispute.createdAt,
      what: 'Dispute',
      detail: `${money(dispute.amount)}, ${dispute.state}. ${dispute.reason ?? ''}`.trim(),
    })),
  ]
}

function mailed({ mails }: Story): Array<Event> {
  return mails.flatMap(({ sentAt, kind, recipient }) =>
    sentAt ? [{ at: sentAt, what: 'Mail sent', detail: `${kind} to ${recipient}` }] : [],
  )
}
