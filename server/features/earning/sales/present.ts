import { formatDecimal, type MinorUnits } from '../../../../contract/money.ts'
import type { Sale, SaleDetail, SaleLedgerEntry } from '../../../../contract/sales.ts'
import { creatorAccount } from '../../../../domain/ledger.ts'
import { refundableAmount } from '../../../../domain/refund.ts'
import { heldUntil } from '../../../../domain/release.ts'
import { canRestoreAccess, creatorAmountOf, saleState } from '../../../../domain/sale.ts'
import type { Ports } from '../../../ports/index.ts'
import {
  type EmailCorrectionRow,
  selectEmailCorrections,
} from '../../buying/purchases/email-corrections-repository.ts'
import { presentMessages } from '../../buying/purchases/messages-repository.ts'
import { sumInProgress } from '../../buying/purchases/refund-requests-repository.ts'
import { selectRepeatedUses } from '../../selling/discounts/buyer-history.ts'
import { presentAppliedDiscount } from '../../selling/discounts/repository.ts'
import { presentAwaitedKeys } from '../../selling/licenses/waits.ts'
import type { DeliveryRow } from '../../telling/deliveries/repository.ts'
import { type SaleRow, selectEmailsOfPurchase, selectSaleEntries } from './repository.ts'

type Shown = {
  now: Date
  /** Of a code that was used more often than one buyer may. */
  codeUses: number | undefined
}

export function presentSale(row: SaleRow, { now, codeUses }: Shown): Sale {
  const { purchase, grant, title, soldAs, upgradedFrom, supporterNote, refundRequest, discountCode } = row
  const { amount, platformFeeAmount, currency } = purchase
  const money = (amount: MinorUnits) => formatDecimal(amount, currency)
  return {
    id: purchase.orderNumber,
    paidAt: purchase.paidAt.toISOString(),
    buyerEmail: purchase.buyerEmail,
    ...supporterNote,
    contentId: purchase.contentId,
    title,
    soldAs,
    upgradedFrom,
    currency,
    listAmount: money(purchase.listAmount),
    discount: presentAppliedDiscount(purchase, discountCode),
    codeUses: codeUses ?? null,
    tip: money(purchase.tipAmount),
    amount: money(amount),
    tax: money(purchase.taxAmount),
    fee: money(platformFeeAmount),
    creatorAmount: money(creatorAmountOf(purchase)),
    netAmount: money(purchase.netAmount),
    state: saleState(purchase),
    access: grant.revokedAt ? 'revoked' : 'active',
    pendingRefundRequestId: refundRequest || null,
    heldUntil: heldUntil(purchase, row.item, now),
  }
}

export async function presentSaleDetail(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  row: SaleRow,
): Promise<SaleDetail> {
  const { purchase, grant } = row
  const { id, currency, discountId } = purchase
  const repeated = discountId === null ? undefined : await selectRepeatedUses(db, [id])
  const refundInProgressAmount = await sumInProgress(db, id)
  const emails = await selectEmailsOfPurchase(db, id)
  const { revokedAt, revocationReason, revocationMessage } = grant
  return {
    ...presentSale(row, { now: clock.now(), codeUses: repeated?.get(id) }),
    entries: presentLedger(await selectSaleEntries(db, purchase), purchase),
    messages: await presentMessages(db, id),
    emails: emails.map(presentEmail),
    emailCorrections: (await selectEmailCorrections(db, id)).map(presentCorrection),
    firstAccessedAt: grant.firstAccessedAt?.toISOString() ?? null,
    revocation:
      revokedAt && revocationReason
        ? { at: revokedAt.toISOString(), by: revocationReason, reason: revocationMessage }
        : null,
    awaitedKeys: await presentAwaitedKeys(db, id),
    canRestoreAccess: refundInProgressAmount === 0 && canRestoreAccess(grant, purchase, 'creator'),
    refundInProgressAmount: formatDecimal(refundInProgressAmount, currency),
    refunded: formatDecimal(purchase.refundedAmount, currency),
    refundableAmount: formatDecimal(refundInProgressAmount > 0 ? 0 : refundableAmount(purchase), currency),
  }
}

/** Shows the recipient of emails to the creator too, because it is the creator's own address. */
export function presentEmail({
  kind,
  target: recipient,
  createdAt,
  sentAt,
}: DeliveryRow): SaleDetail['emails'][number] {
  return {
    kind,
    recipient,
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  }
}

function presentCorrection(correction: EmailCorrectionRow): SaleDetail['emailCorrections'][number] {
  const { createdAt, correctedBy: by, oldEmailMasked: from, newEmailMasked: to } = correction
  return { at: createdAt.toISOString(), by, from, to }
}

type Entries = Awaited<ReturnType<typeof selectSaleEntries>>

/**
 * One line for each posting, with the buyer's amount, the tax, our amount and the creator's; `remainingAmount` is the running sum of
 * the last.
 */
function presentLedger(
  entries: Entries,
  { creatorId, currency }: SaleRow['purchase'],
): Array<SaleLedgerEntry> {
  const postings = Map.groupBy(entries, ({ kind, reference }) => `${kind} ${reference}`)
  let remaining = 0
  return [...postings.values()].map((posting) => {
    const amountOn = (account: string) => posting.find((entry) => entry.account === account)?.amount ?? 0
    const creatorAmount = amountOn(creatorAccount(creatorId))
    remaining += creatorAmount
    return {
      kind: entryKindOf(posting),
      at: posting[0]?.createdAt.toISOString() ?? '',
      buyerAmount: formatDecimal(-amountOn('cash_clearing'), currency),
      tax: formatDecimal(amountOn('tax_payable'), currency),
      fee: formatDecimal(amountOn('platform_revenue'), currency),
      creatorAmount: formatDecimal(creatorAmount, currency),
      remainingAmount: formatDecimal(remaining, currency),
    }
  })
}

function entryKindOf([first]: Entries): SaleLedgerEntry['kind'] {
  const kind = first?.kind
  if (kind === 'refund' || kind === 'refund_reversal' || kind === 'dispute' || kind === 'dispute_reversal')
    return kind
  return 'sale'
}
