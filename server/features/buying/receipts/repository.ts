import { asc, eq, sql } from 'drizzle-orm'
import { earningKinds, type PostingKind } from '../../../../domain/ledger.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { receipts } from '../../../db/schema/index.ts'

export type ReceiptRow = typeof receipts.$inferSelect

/** A posting of a sale with what its document states. */
export type BookedPosting = Omit<
  ReceiptRow,
  'id' | 'year' | 'number' | 'kind' | 'originalId' | 'seller' | 'issuedAt'
>

/**
 * Whether a posting is not sealed, or sealed and without its document. Reads the last seal only: PostgreSQL expects that
 * a third of all seals come after an unknown one, and would read them all.
 */
export async function hasPendingReceipts(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ is_pending: boolean }>(sql`
    select exists (select from unsealed_postings)
      or (select coalesce(max(sequence), 0) from posting_hashes)
        > (select coalesce(max(sequence), 0) from receipt_progress) as is_pending`)
  return rows[0]?.is_pending ?? false
}

/**
 * The postings after a place of the hash chain that need a document, in its order. `lastSequence` and `count` are of
 * all postings that were looked at, also payouts and others without a document.
 */
export async function selectBookedPostings(tx: Tx, afterSequence: number, limit: number) {
  const { rows: sealed } = await tx.execute<{ sequence: string }>(
    sql`select sequence from posting_hashes where sequence > ${afterSequence} order by sequence limit ${limit}`,
  )
  const lastSequence = sealed.at(-1)?.sequence
  if (lastSequence === undefined) return { postings: [], lastSequence: undefined, count: 0 }
  const { rows } = await tx.execute<RawPosting>(sql`
    with booked as (
      select s.sequence, s.kind, s.reference, split_part(s.reference, '/', 2)::bigint as key, min(e.created_at) as booked_at,
        -coalesce(sum(e.amount) filter (where e.account = 'cash_clearing'), 0) as amount,
        coalesce(sum(e.amount) filter (where e.account = 'tax_payable'), 0) as tax_amount
      from posting_hashes s join ledger_entries e on e.kind = s.kind and e.reference = s.reference
      where s.sequence > ${afterSequence} and s.sequence <= ${lastSequence} and s.kind in ${[...earningKinds]}
      group by s.sequence, s.kind, s.reference
    )
    select b.*, p.id as purchase_id, p.creator_id, p.currency, p.tax_rate_bps, p.buyer_country, p.card_brand, p.card_last4,
      p.paid_at, c.tax_kind, c.business_name, c.vat_id, c.description as title
    from booked b
    left join refunds r on b.kind in ('refund', 'refund_reversal') and r.id = b.key
    left join disputes d on b.kind in ('dispute', 'dispute_reversal') and d.id = b.key
    join purchases p on p.id = coalesce(r.purchase_id, d.purchase_id) or b.kind = 'sale' and p.order_number = b.key
    join checkouts c on c.id = p.checkout_id
    order by b.sequence`)
  return { postings: rows.map(toPosting), lastSequence: Number(lastSequence), count: sealed.length }
}

type RawPosting = Record<'sequence' | 'amount' | 'tax_amount' | 'purchase_id', string> &
  Record<'reference' | 'creator_id' | 'currency' | 'business_name' | 'vat_id' | 'title', string> &
  Record<'buyer_country' | 'card_brand' | 'card_last4', string | null> & {
    kind: PostingKind
    tax_kind: ReceiptRow['taxKind']
    tax_rate_bps: number
    booked_at: string
    paid_at: string
  }

function toPosting(row: RawPosting): BookedPosting {
  return {
    purchaseId: Number(row.purchase_id),
    creatorId: row.creator_id,
    postingKind: row.kind,
    postingReference: row.reference,
    amount: Number(row.amount),
    taxAmount: Number(row.tax_amount),
    taxRateBps: row.tax_rate_bps,
    taxKind: row.tax_kind,
    currency: row.currency,
    buyerCountry: row.buyer_country,
    businessName: row.business_name,
    vatId: row.vat_id,
    title: row.title,
    cardBrand: row.card_brand,
    cardLast4: row.card_last4,
    bookedAt: new Date(row.booked_at),
    suppliedAt: new Date(row.paid_at),
  }
}

/** The receipt of a purchase and its corrections, in the order of their numbers. */
export async function selectReceiptsOfPurchase(db: Db, purchaseId: number): Promise<Array<ReceiptRow>> {
  return db
    .select()
    .from(receipts)
    .where(eq(receipts.purchaseId, purchaseId))
    .orderBy(asc(receipts.year), asc(receipts.number))
}
