import { and, asc, eq, gte, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import type { Tx } from '../../../db/database.ts'
import { documentContents, documents } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { findContent, insertContents } from '../../money/documents/contents.ts'
import { lockDocumentNumbers } from '../../money/documents/numbers.ts'
import { issuedContent, selectSaleFacts } from './issued-content.ts'
import { proContent, selectInvoicesOf } from './pro-content.ts'
import type { DocumentRow } from './repository.ts'

/** Writes what these documents of sales print, in the transaction that issues them. */
export async function freezeContents(tx: Tx, ports: Ports, rows: ReadonlyArray<DocumentRow>): Promise<void> {
  const facts = await selectSaleFacts(
    tx,
    rows.flatMap(({ purchaseId }) => purchaseId ?? []),
  )
  const factsOf = new Map(facts.map((each) => [each.purchase.id, each]))
  const invoices = await selectInvoicesOf(tx, rows)
  const originals = await selectOriginals(
    tx,
    rows.flatMap(({ originalId }) => originalId ?? []),
  )
  await insertContents(
    tx,
    rows.flatMap((row) => {
      const sale = row.purchaseId === null ? undefined : factsOf.get(row.purchaseId)
      const invoice = row.proInvoiceId === null ? undefined : invoices.get(row.proInvoiceId)
      const original = row.originalId === null ? undefined : originals.get(row.originalId)
      if (sale) return [{ documentId: row.id, content: issuedContent(ports, row, sale, original) }]
      return invoice ? [{ documentId: row.id, content: proContent(ports, row, invoice, original) }] : []
    }),
  )
}

async function selectOriginals(tx: Tx, ids: Array<number>): Promise<Map<number, DocumentRow>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.select().from(documents).where(inArray(documents.id, ids))
  return new Map(rows.map((row) => [row.id, row]))
}

const batchSize = 200
const hourMs = 3_600_000
/** Whether this process has looked through all documents. Then only new ones of an earlier version's process can be left. */
const hasFrozenAll = new WeakSet<Ports['db']>()

/** Freezes the documents that an earlier version has issued, once, with the data of now. */
export async function freezeEarlierDocuments(ports: Ports, signal?: AbortSignal): Promise<void> {
  const { db, clock } = ports
  const since = hasFrozenAll.has(db) ? new Date(clock.now().getTime() - hourMs) : undefined
  for (;;) {
    if (signal?.aborted) return
    if ((await db.transaction((tx) => freezeNext(tx, ports, since))) < batchSize) break
  }
  hasFrozenAll.add(db)
}

/** Freezes one document of an earlier version that is asked for before it is its turn. */
export async function requireFrozen(ports: Ports, document: DocumentRow): Promise<void> {
  if (await findContent(ports.db, document.id)) return
  await ports.db.transaction(async (tx) => {
    await lockDocumentNumbers(tx)
    if (!(await findContent(tx, document.id))) await freezeContents(tx, ports, [document])
  })
}

async function freezeNext(tx: Tx, ports: Ports, since: Date | undefined): Promise<number> {
  const isUnfrozen = and(
    isNull(documentContents.documentId),
    or(isNotNull(documents.purchaseId), isNotNull(documents.proInvoiceId)),
    since && gte(documents.bookedAt, since),
  )
  const select = () =>
    tx
      .select({ document: documents })
      .from(documents)
      .leftJoin(documentContents, eq(documentContents.documentId, documents.id))
      .where(isUnfrozen)
      .orderBy(asc(documents.id))
      .limit(batchSize)
  // Usually none: then nobody waits for the lock.
  if ((await select()).length === 0) return 0
  await lockDocumentNumbers(tx)
  const rows = await select()
  await freezeContents(
    tx,
    ports,
    rows.map(({ document }) => document),
  )
  return rows.length
}
