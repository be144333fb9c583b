import { desc, eq, inArray, sql } from 'drizzle-orm'
import type { DocumentKind, DocumentSeries } from '../../../../contract/documents.ts'
import { dayIn } from '../../../../domain/dates.ts'
import type { Tx } from '../../../db/database.ts'
import { insertRows } from '../../../db/rows.ts'
import type { DocumentSeller } from '../../../db/schema/documents.ts'
import { documents, receiptProgress } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { sealPostings } from '../../money/ledger/seal.ts'
import {
  type BookedPosting,
  type DocumentRow,
  hasPendingReceipts,
  selectBookedPostings,
  selectReceiptsOfPurchase,
} from './repository.ts'

const batchSize = 500

/**
 * Issues the receipts of new sales and the corrections of new refunds and disputes, in the order of the hash chain.
 * Sales don't wait for it. One process at a time takes numbers, in the transaction that stores the documents, so a year
 * has no gap. Returns how many this call issued.
 */
export async function issueReceipts(ports: Ports): Promise<number> {
  if (!(await hasPendingReceipts(ports.db))) return 0
  await sealPostings(ports)
  let issued = 0
  for (;;) {
    const batch = await ports.db.transaction((tx) => issueNextBatch(tx, ports))
    issued += batch.issued
    if (batch.isLast) return issued
  }
}

async function issueNextBatch(tx: Tx, ports: Ports): Promise<{ issued: number; isLast: boolean }> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('receipts'))`)
  const [progress] = await tx.select().from(receiptProgress)
  const { postings, lastSequence, count } = await selectBookedPostings(tx, progress?.sequence ?? 0, batchSize)
  if (lastSequence === undefined) return { issued: 0, isLast: true }
  if (postings.length > 0) await insertReceipts(tx, ports, postings)
  const change = { sequence: lastSequence }
  await tx
    .insert(receiptProgress)
    .values({ id: 1, ...change })
    .onConflictDoUpdate({ target: receiptProgress.id, set: change })
  return { issued: postings.length, isLast: count < batchSize }
}

/** Receipts first, because the corrections of the same batch refer to them. Numbers follow the postings. */
async function insertReceipts(tx: Tx, ports: Ports, postings: Array<BookedPosting>): Promise<void> {
  const issuedAt = ports.clock.now()
  const series: DocumentSeries = 'sales'
  const { year, number } = await nextNumber(tx, ports, series)
  const seller = sellerOf(ports)
  const numbered = postings.map((posting, index) => ({
    ...posting,
    series,
    year,
    number: number + index,
    kind: receiptKindOf(posting),
    seller,
    issuedAt,
  }))
  const sales = numbered.filter(({ kind }) => kind === 'receipt')
  await insertRows(tx, documents, sales)
  const corrections = numbered.filter(({ kind }) => kind !== 'receipt')
  if (corrections.length === 0) return
  const purchaseIds = corrections.flatMap(({ purchaseId }) => (purchaseId === null ? [] : [purchaseId]))
  const originals = await tx
    .select({ id: documents.id, kind: documents.kind, purchaseId: documents.purchaseId })
    .from(documents)
    .where(inArray(documents.purchaseId, purchaseIds))
  const originalIds = new Map(
    originals.flatMap(({ id, kind, purchaseId }) => (kind === 'receipt' ? [[purchaseId, id]] : [])),
  )
  await insertRows(
    tx,
    documents,
    corrections.map((each) => ({ ...each, originalId: originalIds.get(each.purchaseId) ?? null })),
  )
}

/**
 * The next free number of a series. The year is that of the site's clock. The caller holds the lock of all documents until
 * the documents are stored, so no number is taken twice or left out.
 */
async function nextNumber(
  tx: Tx,
  { clock, settings }: Ports,
  series: DocumentSeries,
): Promise<{ year: number; number: number }> {
  const [last] = await tx
    .select({ year: documents.year, number: documents.number })
    .from(documents)
    .where(eq(documents.series, series))
    .orderBy(desc(documents.year), desc(documents.number))
    .limit(1)
  const currentYear = Number(dayIn(clock.now(), settings.current().timeZone).slice(0, 4))
  // A clock that was set back must not continue an older year.
  const year = Math.max(currentYear, last?.year ?? 0)
  return { year, number: last?.year === year ? last.number + 1 : 1 }
}

function receiptKindOf({ postingKind }: BookedPosting): DocumentKind {
  if (postingKind === 'sale') return 'receipt'
  return postingKind === 'refund' || postingKind === 'dispute' ? 'credit_note' : 'credit_note_reversal'
}

/** The seller in the settings, which a document keeps. */
function sellerOf({ settings }: Ports): DocumentSeller {
  const current = settings.current()
  return {
    name: current.sellerName,
    address: current.sellerAddress,
    country: current.sellerCountry,
    registration: current.sellerRegistrationNumber,
    vatId: current.sellerVatId,
    email: current.supportEmail,
  }
}

/**
 * A purchase's receipt and corrections, which are issued now if they are still due. Empty for sales from before
 * receipts were numbered.
 */
export async function getPurchaseReceipts(ports: Ports, purchaseId: number): Promise<Array<DocumentRow>> {
  await issueReceipts(ports)
  return selectReceiptsOfPurchase(ports.db, purchaseId)
}

/**
 * The documents that are issued. Issues what is due only when there is none, so corrections can be missing: for an email
 * that states the receipt alone.
 */
export async function getIssuedReceipts(ports: Ports, purchaseId: number): Promise<Array<DocumentRow>> {
  const issued = await selectReceiptsOfPurchase(ports.db, purchaseId)
  return issued.length > 0 ? issued : getPurchaseReceipts(ports, purchaseId)
}
