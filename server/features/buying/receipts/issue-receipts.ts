import { and, asc, eq, inArray } from 'drizzle-orm'
import type { DocumentKind, DocumentSeries } from '../../../../contract/documents.ts'
import type { Tx } from '../../../db/database.ts'
import { insertRows } from '../../../db/rows.ts'
import { documents, receiptProgress } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { lockDocumentNumbers, nextNumber, sellerOf } from '../../money/documents/numbers.ts'
import { sealPostings } from '../../money/ledger/seal.ts'
import { freezeContents } from './freeze-contents.ts'
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
  await lockDocumentNumbers(tx)
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

/**
 * Receipts first, because the corrections of the same batch refer to them. Numbers follow the postings. What the documents
 * print is frozen with them.
 */
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
  const sales = await insertRows(
    tx,
    documents,
    numbered.filter(({ kind }) => kind === 'receipt'),
  )
  const corrections = numbered.filter(({ kind }) => kind !== 'receipt')
  const originals = await selectReceiptIds(
    tx,
    corrections.flatMap(({ purchaseId }) => purchaseId ?? []),
  )
  const corrected = await insertRows(
    tx,
    documents,
    corrections.map((each) => ({ ...each, originalId: originals.get(each.purchaseId) ?? null })),
  )
  await freezeContents(tx, ports, [...sales, ...corrected])
}

/** The newest receipt of each purchase: a later one took the place of those before it. */
async function selectReceiptIds(tx: Tx, purchaseIds: Array<number>): Promise<Map<number | null, number>> {
  if (purchaseIds.length === 0) return new Map()
  const receipts = await tx
    .select({ id: documents.id, purchaseId: documents.purchaseId })
    .from(documents)
    .where(and(inArray(documents.purchaseId, purchaseIds), eq(documents.kind, 'receipt')))
    .orderBy(asc(documents.year), asc(documents.number))
  return new Map(receipts.map(({ id, purchaseId }) => [purchaseId, id]))
}

function receiptKindOf({ postingKind }: BookedPosting): DocumentKind {
  if (postingKind === 'sale') return 'receipt'
  return postingKind === 'refund' || postingKind === 'dispute' ? 'credit_note' : 'credit_note_reversal'
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
