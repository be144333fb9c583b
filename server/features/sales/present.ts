import { type Cents, decimal } from '../../../contract/money.ts'
import type { Sale, SaleDetail, SaleEntry } from '../../../contract/sales.ts'
import { creatorAccount } from '../../../domain/ledger.ts'
import { refundable } from '../../../domain/refund.ts'
import { keptOf, mayReopen, saleState } from '../../../domain/sale.ts'
import type { Db } from '../../db/database.ts'
import type { MailRow } from '../mail/outbox.ts'
import { underway } from '../purchases/refund-rows.ts'
import { entriesOf, mailsAbout, type SaleRow } from './repository.ts'

export function presentSale({ purchase, grant, title, note, refundRequest }: SaleRow): Sale {
  const { amount, fee, currency } = purchase
  const money = (cents: Cents) => decimal(cents, currency)
  return {
    id: purchase.id,
    paidAt: purchase.paidAt.toISOString(),
    buyer: purchase.email,
    ...note,
    contentId: purchase.contentId,
    title,
    currency,
    amount: money(amount),
    fee: money(fee),
    share: money(amount - fee),
    kept: money(keptOf(purchase)),
    state: saleState(purchase),
    access: grant.revokedAt ? 'closed' : 'open',
    refundRequest: refundRequest || null,
  }
}

export async function presentDetail(db: Db, row: SaleRow): Promise<SaleDetail> {
  const { purchase, grant } = row
  const { id, currency } = purchase
  const going = await underway(db, id)
  const mails = await mailsAbout(db, id)
  const { revokedAt, revokedFor, revokedReason } = grant
  return {
    ...presentSale(row),
    entries: linesOf(await entriesOf(db, id), purchase),
    mails: mails.map(presentMail),
    openedAt: grant.openedAt?.toISOString() ?? null,
    closed:
      revokedAt && revokedFor ? { at: revokedAt.toISOString(), by: revokedFor, reason: revokedReason } : null,
    mayReopen: going === 0 && mayReopen(grant, purchase, 'creator'),
    refunding: decimal(going, currency),
    refunded: decimal(purchase.refunded, currency),
    refundable: decimal(going > 0 ? 0 : refundable(purchase), currency),
  }
}

/** Also of mails to the creator: they know their own address. */
export function presentMail({ kind, recipient, createdAt, sentAt }: MailRow): SaleDetail['mails'][number] {
  return {
    kind,
    recipient,
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  }
}

type Entries = Awaited<ReturnType<typeof entriesOf>>

/** One line for each posting, from the buyer's side, ours and the creator's; `left` adds up the last. */
function linesOf(entries: Entries, { creatorId, currency }: SaleRow['purchase']): Array<SaleEntry> {
  const postings = Map.groupBy(entries, ({ kind, reference }) => `${kind} ${reference}`)
  let left = 0
  return [...postings.values()].map((posting) => {
    const of = (account: string) => posting.find((entry) => entry.account === account)?.amount ?? 0
    const share = of(creatorAccount(creatorId))
    left += share
    return {
      kind: kindOf(posting),
      at: posting[0]?.createdAt.toISOString() ?? '',
      buyer: decimal(-of('outside'), currency),
      fee: decimal(of('platform'), currency),
      share: decimal(share, currency),
      left: decimal(left, currency),
    }
  })
}

function kindOf([first]: Entries): SaleEntry['kind'] {
  const kind = first?.kind
  if (kind === 'refund' || kind === 'refund_failed' || kind === 'dispute' || kind === 'dispute_won')
    return kind
  return 'sale'
}
