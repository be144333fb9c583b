import { and, asc, inArray, or } from 'drizzle-orm'
import type { DocumentKind, DocumentSeries } from '../../../../contract/documents.ts'
import type { Tx } from '../../../db/database.ts'
import { insertRows } from '../../../db/rows.ts'
import { documents, receiptProgress } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { lockDocumentNumbers, nextNumber, sellerOf } from '../../money/documents/numbers.ts'
import { sealPostings } from '../../money/ledger/seal.ts'
import { freezeContents } from './freeze-contents.ts'
import { selectProPostings } from './pro-postings.ts'
import {
  type BookedPosting,
  type DocumentRow,
  hasPendingReceipts,
  selectNextSeals,
  selectReceiptsOfPurchase,
  selectSalePostings,
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
  const { sequence, proSequence } = progress ?? { sequence: 0, proSequence: 0 }
  const { last, count } = await selectNextSeals(tx, Math.min(sequence, proSequence), batchSize)
  if (count === 0) return { issued: 0, isLast: true }
  const ofSales = await selectSalePostings(tx, { after: sequence, last })
  const ofPro = await selectProPostings(tx, { after: proSequence, last })
  const postings = [...ofSales, ...ofPro]
    .toSorted((a, b) => a.sequence - b.sequence)
    .map(({ sequence: _, ...posting }): BookedPosting => posting)
  if (postings.length > 0) await insertReceipts(tx, ports, postings)
  const change = { sequence: Math.max(sequence, last), proSequence: Math.max(proSequence, last) }
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
  const isOriginal = ({ kind }: { kind: DocumentKind }) => kind === 'receipt' || kind === 'invoice'
  const sales = await insertRows(tx, documents, numbered.filter(isOriginal))
  const corrections = numbered.filter((each) => !isOriginal(each))
  const originals = await selectOriginalIds(tx, corrections)
  const corrected = await insertRows(
    tx,
    documents,
    corrections.map((each) => ({ ...each, originalId: originals.get(subjectOf(each)) ?? null })),
  )
  await freezeContents(tx, ports, [...sales, ...corrected])
}

type Subject = Pick<DocumentRow, 'purchaseId' | 'proInvoiceId'>

/** The newest receipt or invoice of what each correction is about: a later one took the place of those before it. */
async function selectOriginalIds(tx: Tx, corrections: ReadonlyArray<Subject>): Promise<Map<string, number>> {
  if (corrections.length === 0) return new Map()
  const { kind, id, purchaseId, proInvoiceId, year, number } = documents
  const purchaseIds = corrections.flatMap((each) => each.purchaseId ?? [])
  const proInvoiceIds = corrections.flatMap((each) => each.proInvoiceId ?? [])
  const originals = await tx
    .select({ id, purchaseId, proInvoiceId })
    .from(documents)
    .where(
      and(
        inArray(kind, ['receipt', 'invoice']),
        or(inArray(purchaseId, purchaseIds), inArray(proInvoiceId, proInvoiceIds)),
      ),
    )
    .orderBy(asc(year), asc(number))
  return new Map(originals.map((each) => [subjectOf(each), each.id]))
}

/** What a document is about. */
function subjectOf({ purchaseId, proInvoiceId }: Subject): string {
  return `${purchaseId}/${proInvoiceId}`
}

function receiptKindOf({ postingKind, amount }: BookedPosting): DocumentKind {
  if (postingKind === 'sale') return 'receipt'
  if (postingKind === 'subscription') return 'invoice'
  return amount < 0 ? 'credit_note' : 'credit_note_reversal'
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
