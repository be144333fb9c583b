import type { PurchaseDetail } from '../../../contract/admin-purchases.ts'
import { formatDecimal, type MinorUnits } from '../../../contract/money.ts'
import { creatorAccount } from '../../../domain/ledger.ts'
import { refundableAmount } from '../../../domain/refund.ts'
import { canRestoreAccess, creatorAmountOf } from '../../../domain/sale.ts'
import type { Db } from '../../db/database.ts'
import type { Ports } from '../../ports/index.ts'
import { findEntriesByReferences, getBalance } from '../ledger/repository.ts'
import { selectEmailCorrections } from '../purchases/email-corrections-repository.ts'
import { sumInProgress } from '../purchases/refund-requests-repository.ts'
import { postingReferences, selectDisputes, selectRefunds } from '../purchases/reversals-repository.ts'
import { presentEmail } from '../sales/present.ts'
import { selectEmailsOfPurchase } from '../sales/repository.ts'
import { selectRefundRequestsOfPurchase } from './overview-repository.ts'
import { presentPurchaseSummary } from './present.ts'
import { buildTimeline, type TimelineSources } from './purchase-timeline.ts'
import type { PurchaseSearchRow } from './purchases-repository.ts'

/** Everything about a purchase for one page, from the checkout to its ledger entries. */
export async function presentPurchaseDetail({ db }: Ports, row: PurchaseSearchRow): Promise<PurchaseDetail> {
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
  }
}

/** While a refund is in progress, nothing else of the purchase is refundable. */
async function presentPurchase(
  db: Db,
  row: PurchaseSearchRow,
  refundInProgressAmount: MinorUnits,
): Promise<PurchaseDetail['purchase']> {
  const { purchase, checkout, content, creator } = row
  const money = (amount: MinorUnits) => formatDecimal(amount, purchase.currency)
  return {
    ...presentPurchaseSummary(row),
    description: content.description,
    kind: content.kind,
    fileName: row.fileName,
    creator: { ...creator, id: Number(creator.id) },
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
