import { and, asc, count, desc, eq, gte, lt, or, type SQL, sql, sum } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type DocumentType, documentTypes } from '../../../../contract/admin-documents.ts'
import { OrderNumber } from '../../../../contract/order-number.ts'
import { parseDocumentNumber } from '../../../../domain/documents.ts'
import type { Db } from '../../../db/database.ts'
import { containsPattern } from '../../../db/rows.ts'
import { documentContents, documents, ledgerEntries, purchases } from '../../../db/schema/index.ts'
import type { LimitOffset } from '../../../http/pagination.ts'

/** From a moment to before another. */
export type Range = { from: Date; to: Date }

const original = alias(documents, 'original')

/** What people call a document, as `documentType` in the domain. */
const typeSql = sql<DocumentType>`case
  when ${documents.payoutId} is not null then 'statement'
  when ${documents.kind} in ('credit_note', 'credit_note_reversal') then ${documents.kind}
  when ${documents.proInvoiceId} is not null then 'pro_invoice'
  else 'receipt' end`

const bookedIn = ({ from, to }: Range) => and(gte(documents.bookedAt, from), lt(documents.bookedAt, to))

export type DocumentFilter = { range: Range; type: DocumentType | 'all'; q: string }

/** A number and an order are found in any period. */
function matches({ range, type, q }: DocumentFilter): SQL | undefined {
  const isType = type === 'all' ? undefined : sql`${typeSql} = ${type}`
  const numbered = parseDocumentNumber(q)
  if (numbered)
    return and(
      isType,
      eq(documents.series, numbered.series),
      eq(documents.year, numbered.year),
      eq(documents.number, numbered.number),
    )
  const order = OrderNumber.safeParse(q)
  if (q !== '' && order.success) return and(isType, eq(purchases.orderNumber, order.data))
  if (q === '') return and(bookedIn(range), isType)
  const pattern = containsPattern(q)
  const isNamed = or(
    sql`${documents.title} ilike ${pattern}`,
    sql`${documents.businessName} ilike ${pattern}`,
    sql`${documents.vatId} ilike ${pattern}`,
  )
  return and(bookedIn(range), isType, isNamed)
}

const columns = {
  document: documents,
  orderNumber: purchases.orderNumber,
  original: { series: original.series, year: original.year, number: original.number },
}

function baseQuery(db: Db) {
  return db
    .select(columns)
    .from(documents)
    .leftJoin(purchases, eq(purchases.id, documents.purchaseId))
    .leftJoin(original, eq(original.id, documents.originalId))
}

export type ListedRow = Awaited<ReturnType<typeof selectDocuments>>['rows'][number]

export async function selectDocuments(db: Db, filter: DocumentFilter, { limit, offset }: LimitOffset) {
  const where = matches(filter)
  const rows = await baseQuery(db)
    .where(where)
    .orderBy(desc(documents.bookedAt), desc(documents.id))
    .limit(limit)
    .offset(offset)
  const [counted] = await db
    .select({ total: count() })
    .from(documents)
    .leftJoin(purchases, eq(purchases.id, documents.purchaseId))
    .where(where)
  return { rows, total: counted?.total ?? 0 }
}

export async function sumDocuments(db: Db, range: Range) {
  const rows = await db
    .select({
      type: typeSql,
      count: count(),
      amount: sum(documents.amount).mapWith(Number),
      taxAmount: sum(documents.taxAmount).mapWith(Number),
    })
    .from(documents)
    .where(bookedIn(range))
    // By its place: the expression has no parameters, but it is long.
    .groupBy(sql`1`)
  return rows.toSorted((a, b) => documentTypes.indexOf(a.type) - documentTypes.indexOf(b.type))
}

export type ExportedRow = Awaited<ReturnType<typeof selectBookedDocuments>>[number]

/** The documents of a period in the order in which they were booked, after one of them. */
export async function selectBookedDocuments(
  db: Db,
  { from, to }: Range,
  { after, limit }: { after: { bookedAt: Date; id: number } | undefined; limit: number },
) {
  const isLater =
    after &&
    sql`(${documents.bookedAt}, ${documents.id}) > (${after.bookedAt.toISOString()}::timestamptz, ${after.id})`
  return db
    .select({ ...columns, contentHash: documentContents.hash })
    .from(documents)
    .leftJoin(purchases, eq(purchases.id, documents.purchaseId))
    .leftJoin(original, eq(original.id, documents.originalId))
    .leftJoin(documentContents, eq(documentContents.documentId, documents.id))
    .where(and(gte(documents.bookedAt, after?.bookedAt ?? from), lt(documents.bookedAt, to), isLater))
    .orderBy(asc(documents.bookedAt), asc(documents.id))
    .limit(limit)
}

export type LedgerRow = Awaited<ReturnType<typeof selectBookedEntries>>[number]

/** The ledger's entries of a period in booking order, after one of them, each with the document of its posting. */
export async function selectBookedEntries(
  db: Db,
  { from, to }: Range,
  { after, limit }: { after: number; limit: number },
) {
  return db
    .select({
      entry: ledgerEntries,
      document: { series: documents.series, year: documents.year, number: documents.number },
    })
    .from(ledgerEntries)
    .leftJoin(
      documents,
      and(
        eq(documents.postingKind, ledgerEntries.kind),
        eq(documents.postingReference, ledgerEntries.reference),
      ),
    )
    .where(
      and(
        sql`${ledgerEntries.id} > ${after}`,
        gte(ledgerEntries.createdAt, from),
        lt(ledgerEntries.createdAt, to),
      ),
    )
    .orderBy(asc(ledgerEntries.id))
    .limit(limit)
}
