import { desc, inArray, sql } from 'drizzle-orm'
import type { ReceiptKind } from '../../../../contract/receipts.ts'
import type { Tx } from '../../../db/database.ts'
import { insertRows } from '../../../db/rows.ts'
import { receiptProgress, receipts } from '../../../db/schema/index.ts'
import type { ReceiptSeller } from '../../../db/schema/receipts.ts'
import type { Ports } from '../../../ports/index.ts'
import { sealPostings } from '../../money/ledger/seal.ts'
import {
  type BookedPosting,
  hasPendingReceipts,
  type ReceiptRow,
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
  const [last] = await tx
    .select({ year: receipts.year, number: receipts.number })
    .from(receipts)
    .orderBy(desc(receipts.year), desc(receipts.number))
    .limit(1)
  // A clock that was set back must not continue an older year.
  const year = Math.max(issuedAt.getUTCFullYear(), last?.year ?? 0)
  const before = last?.year === year ? last.number : 0
  const seller = sellerOf(ports)
  const numbered = postings.map((posting, index) => ({
    ...posting,
    year,
    number: before + index + 1,
    kind: receiptKindOf(posting),
    seller,
    issuedAt,
  }))
  const sales = numbered.filter(({ kind }) => kind === 'receipt')
  await insertRows(tx, receipts, sales)
  const corrections = numbered.filter(({ kind }) => kind !== 'receipt')
  if (corrections.length === 0) return
  const originals = await tx
    .select({ id: receipts.id, kind: receipts.kind, purchaseId: receipts.purchaseId })
    .from(receipts)
    .where(
      inArray(
        receipts.purchaseId,
        corrections.map(({ purchaseId }) => purchaseId),
      ),
    )
  const originalIds = new Map(
    originals.flatMap(({ id, kind, purchaseId }) => (kind === 'receipt' ? [[purchaseId, id]] : [])),
  )
  await insertRows(
    tx,
    receipts,
    corrections.map((each) => ({ ...each, originalId: originalIds.get(each.purchaseId) ?? null })),
  )
}

function receiptKindOf({ postingKind }: BookedPosting): ReceiptKind {
  if (postingKind === 'sale') return 'receipt'
  return postingKind === 'refund' || postingKind === 'dispute' ? 'credit_note' : 'credit_note_reversal'
}

/** The seller in the settings, which a document keeps. */
function sellerOf({ settings }: Ports): ReceiptSeller {
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
export async function getPurchaseReceipts(ports: Ports, purchaseId: number): Promise<Array<ReceiptRow>> {
  await issueReceipts(ports)
  return selectReceiptsOfPurchase(ports.db, purchaseId)
}

/**
 * The documents that are issued. Issues what is due only when there is none, so corrections can be missing: for an email
 * that states the receipt alone.
 */
export async function getIssuedReceipts(ports: Ports, purchaseId: number): Promise<Array<ReceiptRow>> {
  const issued = await selectReceiptsOfPurchase(ports.db, purchaseId)
  return issued.length > 0 ? issued : getPurchaseReceipts(ports, purchaseId)
}
