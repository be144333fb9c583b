import type { PurchaseDetail, PurchaseSummary } from '../../../../contract/admin-purchases.ts'
import { dictionary } from '../../../../contract/dictionary.ts'
import { formatDecimal, type MinorUnits } from '../../../../contract/money.ts'
import { creatorAccount } from '../../../../domain/ledger.ts'
import { countParts } from '../../../../domain/part-counts.ts'
import { firstPartFields } from '../../../../domain/parts.ts'
import { formatMoney } from '../../../../domain/price.ts'
import { refundableAmount } from '../../../../domain/refund.ts'
import { canRestoreAccess, creatorAmountOf, saleState } from '../../../../domain/sale.ts'
import type { Db } from '../../../db/database.ts'
import type { Ports } from '../../../ports/index.ts'
import {
  type EmailCorrectionRow,
  selectEmailCorrections,
} from '../../buying/purchases/email-corrections-repository.ts'
import { type RefundRequestRow, sumInProgress } from '../../buying/purchases/refund-requests-repository.ts'
import {
  type DisputeRow,
  postingReferences,
  type RefundRow,
  selectDisputes,
  selectRefunds,
} from '../../buying/purchases/reversals-repository.ts'
import { presentEmail } from '../../earning/sales/present.ts'
import { selectEmailsOfPurchase } from '../../earning/sales/repository.ts'
import { findEntriesByReferences, getBalance } from '../../money/ledger/repository.ts'
import { presentPublicPart } from '../../selling/content/parts.ts'
import { findAppliedDiscount } from '../../selling/discounts/repository.ts'
import type { DeliveryRow } from '../../telling/deliveries/repository.ts'
import { selectRefundRequestsOfPurchase } from '../overview/repository.ts'
import { presentTaxCase } from './order-documents.ts'
import type { PurchaseSearchRow } from './repository.ts'

export async function presentPurchaseDetail(ports: Ports, row: PurchaseSearchRow): Promise<PurchaseDetail> {
  const { db } = ports
  const { id } = row.purchase
  const sources: TimelineSources = {
    row,
    refunds: await selectRefunds(db, id),
    requests: await selectRefundRequestsOfPurchase(db, id),
    disputes: await selectDisputes(db, id),
    emails: await selectEmailsOfPurchase(db, id),
    corrections: await selectEmailCorrections(db, id),
  }
  const refundInProgressAmount = await sumInProgress(db, id)
  return {
    purchase: await presentPurchase(db, row, refundInProgressAmount),
    access: presentAccess(row, refundInProgressAmount),
    events: buildTimeline(sources),
    emails: sources.emails.map(presentEmail),
    entries: (await findEntriesByReferences(db, postingReferences(row.purchase.orderNumber, sources))).map(
      (entry) => ({
        id: entry.id,
        at: entry.createdAt.toISOString(),
        kind: entry.kind,
        account: entry.account,
        amount: formatDecimal(entry.amount, entry.currency),
      }),
    ),
    ...presentReversals(sources),
    ...(await presentTaxCase(ports, row)),
  }
}

/** While a refund is in progress, nothing else of the purchase is refundable. */
async function presentPurchase(
  db: Db,
  row: PurchaseSearchRow,
  refundInProgressAmount: MinorUnits,
): Promise<PurchaseDetail['purchase']> {
  const { purchase, checkout, content, creator } = row
  const parts = row.parts.map((part) => presentPublicPart(part))
  const { kind, fileName } = firstPartFields(parts)
  const money = (amount: MinorUnits) => formatDecimal(amount, purchase.currency)
  return {
    ...presentPurchaseSummary(row),
    number: purchase.itemNumber,
    description: content.description,
    kind,
    fileName,
    partCounts: countParts(parts),
    creator: { ...creator, id: Number(creator.id) },
    listAmount: money(purchase.listAmount),
    discount: await findAppliedDiscount(db, purchase),
    tip: money(purchase.tipAmount),
    tax: money(purchase.taxAmount),
    fee: money(purchase.platformFeeAmount),
    creatorAmount: money(creatorAmountOf(purchase)),
    refunded: money(purchase.refundedAmount),
    disputed: money(purchase.disputedAmount),
    refundableAmount: money(refundInProgressAmount > 0 ? 0 : refundableAmount(purchase)),
    balance: money(await getBalance(db, creatorAccount(creator.id))),
    provider: checkout.provider,
    paymentId: checkout.providerPaymentId ?? '',
    source: checkout.utmParameters,
    supporterName: checkout.supporterName,
    supporterMessage: checkout.supporterMessage,
  }
}

function presentAccess(
  { grant, purchase }: PurchaseSearchRow,
  refundInProgressAmount: MinorUnits,
): PurchaseDetail['access'] {
  return {
    state: grant.revokedAt ? 'revoked' : 'active',
    firstAccessedAt: grant.firstAccessedAt?.toISOString() ?? null,
    revokedAt: grant.revokedAt?.toISOString() ?? null,
    revocationReason: grant.revocationReason,
    revocationMessage: grant.revocationMessage,
    canRestoreAccess: refundInProgressAmount === 0 && canRestoreAccess(grant, purchase, 'admin'),
  }
}

function presentReversals({
  row,
  requests,
  disputes,
}: TimelineSources): Pick<PurchaseDetail, 'refunds' | 'disputes'> {
  const money = (amount: MinorUnits) => formatDecimal(amount, row.purchase.currency)
  return {
    refunds: requests.map((request) => ({
      id: request.id,
      amount: money(request.amount),
      state: request.state,
      reason: request.decisionMessage || request.requestMessage,
      by: request.requestedBy,
      at: request.createdAt.toISOString(),
    })),
    disputes: disputes.map((dispute) => ({
      id: dispute.id,
      amount: money(dispute.amount),
      state: dispute.state,
      reason: dispute.reason,
      at: dispute.createdAt.toISOString(),
    })),
  }
}

export function presentPurchaseSummary({
  purchase,
  content,
  creator,
  duplicateOf,
}: PurchaseSearchRow): PurchaseSummary {
  return {
    id: purchase.orderNumber,
    title: content.title,
    contentId: content.id,
    email: purchase.buyerEmail,
    creatorEmail: creator.email,
    creatorName: creator.name,
    amount: formatDecimal(purchase.amount, purchase.currency),
    currency: purchase.currency,
    state: saleState(purchase),
    paidAt: purchase.paidAt.toISOString(),
    duplicateOf,
  }
}

type TimelineSources = {
  row: PurchaseSearchRow
  refunds: Array<RefundRow>
  requests: Array<RefundRequestRow>
  disputes: Array<DisputeRow>
  emails: Array<DeliveryRow>
  corrections: Array<EmailCorrectionRow>
}

type Event = { at: Date; type: string; detail: string }

/** The events of a purchase, oldest first: the evidence for a bank when a buyer denies the purchase. */
function buildTimeline(sources: TimelineSources): PurchaseDetail['events'] {
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
    {
      at: purchase.paidAt,
      type: 'Paid',
      detail: `${price} by ${checkout.provider === 'sandbox' ? 'test card' : 'card'}`,
    },
  ]
}

function accessEvents({ row: { grant } }: TimelineSources): Array<Event> {
  const { firstAccessedAt, revokedAt, revocationReason, revocationMessage } = grant
  const revocationDetail = [revocationReason ? `Because of a ${revocationReason}` : '', revocationMessage]
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
      detail: sentences(
        `${money(request.amount)} by the ${request.requestedBy}, ${request.state.replaceAll('_', ' ')}`,
        request.decisionMessage || request.requestMessage,
      ),
    })),
    ...requests.flatMap((request) =>
      request.objectedAt
        ? [{ at: request.objectedAt, type: 'Creator declined', detail: request.objectionMessage }]
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
      detail: sentences(
        `${money(dispute.amount)}, ${dispute.state.replaceAll('_', ' ')}`,
        dispute.reason?.replaceAll('_', ' '),
      ),
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
  return emails.map(({ sentAt, createdAt, kind, target }) => ({
    at: sentAt ?? createdAt,
    type: sentAt ? 'Email sent' : 'Email waits to be sent',
    detail: `${emailNames[kind] ?? toWords(kind)}, to ${target}`,
  }))
}

/** Of the emails about a purchase, where the words of their kind don't say it. */
const emailNames: Record<string, string> = dictionary({
  purchase_access: 'Access link',
  purchase_access_resent: 'Access link again',
  sale: 'Sale',
  message_to_buyer: 'Message of the creator',
  message_to_creator: 'Message of the buyer',
})

/** `refund_issued` as words: `Refund issued`. */
function toWords(kind: string): string {
  const words = kind.replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

function sentences(...parts: Array<string | null | undefined>): string {
  return parts.filter(Boolean).join('. ')
}
