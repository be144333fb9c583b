import { documentNumber } from '../../domain/documents.ts'
import { countOf } from '../../domain/format.ts'
import { earningKinds, subscriptionKinds } from '../../domain/ledger.ts'
import type { NumberRange } from '../db/schema/document-papers.ts'
import { contentHash } from '../features/money/documents/contents.ts'
import { gapsSql } from '../features/money/documents/gaps.ts'
import { type Check, type Difference, sqlCheck } from './check.ts'

const listOf = (kinds: ReadonlyArray<string>) => kinds.map((kind) => `'${kind}'`).join(', ')

/** The kinds of postings that get a document. */
const documentedKinds = listOf([...earningKinds, ...subscriptionKinds])

/**
 * The postings of sales and of Pro that are old enough in the hash chain to have a document. Those of Pro from before Pro had
 * documents need none, and are compared where they have one.
 */
const postingsWithReceipt = `
  select e.kind, e.reference, -coalesce(sum(e.amount) filter (where e.account = 'cash_clearing'), 0) as amount,
    coalesce(sum(e.amount) filter (where e.account = 'tax_payable'), 0) as tax_amount
  from ledger_entries e join posting_hashes s on s.kind = e.kind and s.reference = e.reference
  where e.kind in (${listOf(earningKinds)})
      and s.sequence <= coalesce((select sequence from receipt_progress), 0)
      and s.sequence >= coalesce((select min(f.sequence) from posting_hashes f
        join documents r on r.posting_kind = f.kind and r.posting_reference = f.reference), 0)
    or e.kind in (${listOf(subscriptionKinds)})
      and s.sequence <= coalesce((select pro_sequence from receipt_progress), 0)
      and (s.sequence > (select pro_since from receipt_progress)
        or exists (select from documents r where r.posting_kind = e.kind and r.posting_reference = e.reference))
  group by e.kind, e.reference`

type Gap = Pick<NumberRange, 'series' | 'year' | 'last'> & { first: number }

const noGaps: Check = {
  name: 'Document numbers have no gaps',
  async run(client) {
    const { rows } = await client.query<Gap>(gapsSql)
    return rows.map(({ series, year, first, last }) => {
      const [from, to] = [first, last].map((number) => documentNumber({ series, year, number }))
      return {
        entityRef: from === to ? `${from} is missing` : `${from} to ${to} are missing`,
        stored: 'nothing',
        recomputed: 'a later number',
      }
    })
  },
}

/** Small, so that memory stays the same for any number of documents. */
const pageSize = 500
const progressEvery = 100_000

type ContentRow = NumberedRow & { content: object; hash: string }
type NumberedRow = Pick<Gap, 'series' | 'year'> & { id: string; number: number }

const unchangedContents: Check = {
  name: 'Every document is what was issued',
  async run(client, onProgress) {
    const differences: Array<Difference> = []
    let after = '0'
    for (let count = 0; ; count += pageSize) {
      const { rows } = await client.query<ContentRow>(
        `select d.id::text, d.series, d.year, d.number, c.content, c.hash
         from documents d join document_contents c on c.document_id = d.id
         where d.id > $1 order by d.id limit ${pageSize}`,
        [after],
      )
      for (const row of rows) {
        const recomputed = contentHash(row.content)
        if (recomputed !== row.hash)
          differences.push({
            entityRef: documentNumber(row),
            stored: row.hash.slice(0, 16),
            recomputed: recomputed.slice(0, 16),
          })
      }
      const last = rows.at(-1)
      if (!last || rows.length < pageSize) return differences
      after = last.id
      if (count % progressEvery === 0 && count > 0) onProgress(`${countOf(count, 'document')}`)
    }
  },
}

/** Documents: their numbers, their contents, and what they sum to. */
export const documentChecks: Array<Check> = [
  noGaps,
  unchangedContents,
  sqlCheck(
    'Every sale, payment of Pro, refund and dispute has one document with its amount and tax',
    `select coalesce(p.kind || ' ' || p.reference, r.posting_kind || ' ' || r.posting_reference) as "entityRef",
       coalesce(r.amount || ' with a tax of ' || r.tax_amount, 'no document') as stored,
       coalesce(p.amount || ' with a tax of ' || p.tax_amount, 'no posting') as recomputed
     from (${postingsWithReceipt}) p full join (
       select * from documents where posting_kind in (${documentedKinds})
     ) r on r.posting_kind = p.kind and r.posting_reference = p.reference
     where r.id is null or p.kind is null or r.amount <> p.amount or r.tax_amount <> p.tax_amount`,
  ),
  sqlCheck(
    'Documents that correct details move no money',
    `select 'documents about ' || coalesce('purchase ' || purchase_id, 'invoice ' || pro_invoice_id) as "entityRef",
       sum(amount) || ' with a tax of ' || sum(tax_amount) as stored, '0 with a tax of 0' as recomputed
     from documents where posting_kind is null and payout_id is null
     group by purchase_id, pro_invoice_id having sum(amount) <> 0 or sum(tax_amount) <> 0`,
  ),
]
