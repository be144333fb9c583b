import { sql } from 'drizzle-orm'
import { subscriptionKinds } from '../../../../domain/ledger.ts'
import { taxNumberCountry } from '../../../../domain/tax-number.ts'
import type { Tx } from '../../../db/database.ts'
import { type ChainRange, countryEvidence, type SealedPosting } from './repository.ts'

type BookedRow = Omit<SealedPosting, 'sequence' | 'purchaseId' | 'payoutId' | 'proInvoiceId' | 'evidence'> & {
  sequence: string
  proInvoiceId: string
  cardCountry: string | null
  statedCountry: string | null
}

/** The postings of Pro in a range of the hash chain: payments, and what refunds and disputes returned of them. */
export async function selectProPostings(tx: Tx, { after, last }: ChainRange): Promise<Array<SealedPosting>> {
  const { rows } = await tx.execute<BookedRow>(sql`
    with booked as (
      select s.sequence, s.kind, s.reference, split_part(s.reference, '/', 2)::bigint as key, min(e.created_at) as booked_at,
        -coalesce(sum(e.amount) filter (where e.account = 'cash_clearing'), 0) as amount,
        coalesce(sum(e.amount) filter (where e.account = 'tax_payable'), 0) as tax_amount
      from posting_hashes s join ledger_entries e on e.kind = s.kind and e.reference = s.reference
      where s.sequence > ${after} and s.sequence <= ${last} and s.kind in ${[...subscriptionKinds]}
      group by s.sequence, s.kind, s.reference
    )
    select b.sequence, i.id as "proInvoiceId", i.creator_id as "creatorId", b.kind as "postingKind", b.reference as "postingReference",
      b.amount, b.tax_amount as "taxAmount", i.tax_rate_millionths as "taxRateMillionths", 'digital' as "taxKind",
      i.tax_treatment as "taxTreatment", i.currency, i.buyer_country as "buyerCountry", '' as "buyerRegion",
      i.card_country as "cardCountry", i.stated_country as "statedCountry", i.buyer_name as "businessName",
      i.buyer_address as "businessAddress", i.vat_id as "vatId", 'Pro' as title, i.card_brand as "cardBrand",
      i.card_last4 as "cardLast4", b.booked_at as "bookedAt", i.paid_at as "suppliedAt"
    from booked b
    left join invoice_reversals r on b.kind <> 'subscription' and r.id = b.key
    join invoices i on i.id = coalesce(r.invoice_id, b.key)
    order by b.sequence`)
  return rows.map(({ cardCountry, statedCountry, ...row }) => ({
    ...row,
    sequence: Number(row.sequence),
    purchaseId: null,
    payoutId: null,
    evidence: countryEvidence({
      stated: statedCountry,
      card: cardCountry,
      vat_id: taxNumberCountry(row.vatId) ?? null,
      answer: null,
    }),
    proInvoiceId: Number(row.proInvoiceId),
    amount: Number(row.amount),
    taxAmount: Number(row.taxAmount),
    bookedAt: new Date(row.bookedAt),
    suppliedAt: new Date(row.suppliedAt),
  }))
}
