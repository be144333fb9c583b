import type { PurchaseRecord } from '../../../contract/admin-purchases.ts'
import { type Cents, decimal } from '../../../contract/money.ts'
import { creatorAccount } from '../../../domain/ledger.ts'
import { refundable } from '../../../domain/refund.ts'
import { mayReopen } from '../../../domain/sale.ts'
import type { Db } from '../../db/database.ts'
import type { Ports } from '../../ports/index.ts'
import { entriesWith, totalOf } from '../ledger/repository.ts'
import { underway } from '../purchases/refund-rows.ts'
import { disputesOf, referencesOf, refundsOf } from '../purchases/reversals.ts'
import { presentMail } from '../sales/present.ts'
import { mailsAbout } from '../sales/repository.ts'
import { requestsOn } from './desk-repository.ts'
import { presentFound } from './present-purchase.ts'
import type { FoundRow } from './purchases-repository.ts'
import { type Story, storyOf } from './record-events.ts'

/** Everything there is about a purchase, from the attempt to the last cent, for one page. */
export async function purchaseRecord({ db }: Ports, row: FoundRow): Promise<PurchaseRecord> {
  const { id } = row.purchase
  const story: Story = {
    row,
    refunds: await refundsOf(db, id),
    requests: await requestsOn(db, id),
    disputes: await disputesOf(db, id),
    mails: await mailsAbout(db, id),
  }
  const going = await underway(db, id)
  return {
    purchase: await purchasePart(db, row, going),
    access: accessPart(row, going),
    events: storyOf(story),
    mails: story.mails.map(presentMail),
    entries: (await entriesWith(db, referencesOf(id, story))).map((entry) => ({
      id: entry.id,
      at: entry.createdAt.toISOString(),
      kind: entry.kind,
      account: entry.account,
      amount: decimal(entry.amount, entry.currency),
    })),
    ...goneBack(story),
  }
}

/** `going` is what is on its way back to the buyer, in cents: until it is there, nothing else can go back. */
async function purchasePart(db: Db, row: FoundRow, going: Cents): Promise<PurchaseRecord['purchase']> {
  const { purchase, attempt, content, creator } = row
  const money = (amount: Cents) => decimal(amount, purchase.currency)
  return {
    ...presentFound(row),
    description: content.description,
    kind: content.kind,
    fileName: row.fileName,
    creator: { ...creator, id: Number(creator.id) },
    fee: money(purchase.fee),
    share: money(purchase.amount - purchase.fee),
    refunded: money(purchase.refunded),
    disputed: money(purchase.disputed),
    refundable: money(going > 0 ? 0 : refundable(purchase)),
    balance: money(await totalOf(db, creatorAccount(creator.id))),
    provider: attempt.provider,
    paymentId: attempt.providerPaymentId ?? '',
    source: attempt.source,
    supporterName: attempt.supporterName,
    supporterMessage: attempt.supporterMessage,
  }
}

function accessPart({ grant, purchase }: FoundRow, going: Cents): PurchaseRecord['access'] {
  return {
    state: grant.revokedAt ? 'closed' : 'open',
    openedAt: grant.openedAt?.toISOString() ?? null,
    revokedAt: grant.revokedAt?.toISOString() ?? null,
    revokedFor: grant.revokedFor,
    revokedReason: grant.revokedReason,
    mayReopen: going === 0 && mayReopen(grant, purchase, 'admin'),
  }
}

function goneBack({ row, requests, disputes }: Story): Pick<PurchaseRecord, 'refunds' | 'disputes'> {
  const money = (amount: Cents) => decimal(amount, row.purchase.currency)
  return {
    refunds: requests.map((request) => ({
      id: request.id,
      amount: money(request.amount),
      state: request.state,
      reason: request.answer || request.reason,
      by: request.askedBy,
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
