import { asc, eq, sql } from 'drizzle-orm'
import { earningKinds } from '../../../../domain/ledger.ts'
import { taxNumberCountry } from '../../../../domain/tax-number.ts'
import type { Db, Tx } from '../../../db/database.ts'
import type { CountryEvidence } from '../../../db/schema/documents.ts'
import { documents } from '../../../db/schema/index.ts'

export type DocumentRow = typeof documents.$inferSelect

/** A posting of a sale with what its document states. */
export type BookedPosting = Omit<
  DocumentRow,
  'id' | 'series' | 'year' | 'number' | 'kind' | 'originalId' | 'seller' | 'issuedAt'
>

/** With the place in the hash chain, by which documents are numbered. */
export type SealedPosting = BookedPosting & { sequence: number }

type BookedRow = Omit<BookedPosting, 'purchaseId' | 'proInvoiceId' | 'payoutId' | 'evidence'> & {
  sequence: string
  purchaseId: string
  cardCountry: string | null
  statedCountry: string | null
  answeredCountry: string | null
}

/** What says where the buyer is, in the order in which it became known. */
export function countryEvidence(
  countries: Record<CountryEvidence['source'], string | null>,
): Array<CountryEvidence> {
  return (['stated', 'card', 'vat_id', 'answer'] as const).flatMap((source) => {
    const country = countries[source]
    return country === null ? [] : [{ source, country }]
  })
}

/**
 * Whether a posting is not sealed, or sealed and without its document. Reads the last seal only: PostgreSQL expects that
 * a third of all seals come after an unknown one, and would read them all.
 */
export async function hasPendingReceipts(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ is_pending: boolean }>(sql`
    select exists (select from unsealed_postings)
      or (select coalesce(max(sequence), 0) from posting_hashes)
        > (select coalesce(min(least(sequence, pro_sequence)), 0) from receipt_progress) as is_pending`)
  return rows[0]?.is_pending ?? false
}

/** Places of the hash chain: after one, up to another. */
export type ChainRange = { after: number; last: number }

/** The next seals of the hash chain, also of payouts and others without a document: the last one, and how many. */
export async function selectNextSeals(tx: Tx, after: number, limit: number) {
  const { rows } = await tx.execute<{ sequence: string }>(
    sql`select sequence from posting_hashes where sequence > ${after} order by sequence limit ${limit}`,
  )
  return { last: Number(rows.at(-1)?.sequence ?? after), count: rows.length }
}

/** The postings of sales in a range of the hash chain that need a document, in its order. */
export async function selectSalePostings(tx: Tx, { after, last }: ChainRange): Promise<Array<SealedPosting>> {
  const { rows } = await tx.execute<BookedRow>(sql`
    with booked as (
      select s.sequence, s.kind, s.reference, split_part(s.reference, '/', 2)::bigint as key, min(e.created_at) as booked_at,
        -coalesce(sum(e.amount) filter (where e.account = 'cash_clearing'), 0) as amount,
        coalesce(sum(e.amount) filter (where e.account = 'tax_payable'), 0) as tax_amount
      from posting_hashes s join ledger_entries e on e.kind = s.kind and e.reference = s.reference
      where s.sequence > ${after} and s.sequence <= ${last} and s.kind in ${[...earningKinds]}
      group by s.sequence, s.kind, s.reference
    )
    select b.sequence, p.id as "purchaseId", p.creator_id as "creatorId", b.kind as "postingKind", b.reference as "postingReference",
      b.amount, b.tax_amount as "taxAmount", p.tax_rate_millionths as "taxRateMillionths", c.tax_kind as "taxKind", p.currency,
      p.tax_treatment as "taxTreatment", p.buyer_country as "buyerCountry", p.buyer_region as "buyerRegion",
      p.card_country as "cardCountry", c.buyer_country as "statedCountry", p.answered_country as "answeredCountry",
      c.business_name as "businessName", c.business_address as "businessAddress", c.vat_id as "vatId", c.description as title,
      p.card_brand as "cardBrand", p.card_last4 as "cardLast4", b.booked_at as "bookedAt", p.paid_at as "suppliedAt"
    from booked b
    left join refunds r on b.kind in ('refund', 'refund_reversal') and r.id = b.key
    left join disputes d on b.kind in ('dispute', 'dispute_reversal') and d.id = b.key
    join purchases p on p.id = coalesce(r.purchase_id, d.purchase_id) or b.kind = 'sale' and p.order_number = b.key
    join checkouts c on c.id = p.checkout_id
    order by b.sequence`)
  // A raw query returns times and large numbers as text.
  return rows.map(({ cardCountry, statedCountry, answeredCountry, ...row }) => ({
    ...row,
    sequence: Number(row.sequence),
    proInvoiceId: null,
    payoutId: null,
    evidence: countryEvidence({
      stated: statedCountry,
      card: cardCountry,
      vat_id: taxNumberCountry(row.vatId) ?? null,
      answer: answeredCountry,
    }),
    purchaseId: Number(row.purchaseId),
    amount: Number(row.amount),
    taxAmount: Number(row.taxAmount),
    bookedAt: new Date(row.bookedAt),
    suppliedAt: new Date(row.suppliedAt),
  }))
}

export async function selectReceiptsOfPurchase(db: Db, purchaseId: number): Promise<Array<DocumentRow>> {
  return db
    .select()
    .from(documents)
    .where(eq(documents.purchaseId, purchaseId))
    .orderBy(asc(documents.year), asc(documents.number))
}
