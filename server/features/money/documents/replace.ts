import type { Tx } from '../../../db/database.ts'
import { insertRows } from '../../../db/rows.ts'
import { documents } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { lockDocumentNumbers, nextNumber } from './numbers.ts'

export type DocumentRow = typeof documents.$inferSelect

/** What a business wants on a document. */
export type CompanyDetails = Pick<DocumentRow, 'businessName' | 'businessAddress' | 'vatId'>

/**
 * Corrects an issued document: a credit note over the whole of it, and a new one with other details. No money moves, so
 * neither has a posting, and together they sum to zero. The caller freezes what they print in the same transaction.
 */
export async function replaceDocument(
  tx: Tx,
  ports: Ports,
  original: DocumentRow,
  details: CompanyDetails,
): Promise<{ creditNote: DocumentRow; replacement: DocumentRow }> {
  await lockDocumentNumbers(tx)
  const { series } = original
  const { year, number } = await nextNumber(tx, ports, series)
  const now = ports.clock.now()
  const { id, ...facts } = original
  const issued = {
    ...facts,
    year,
    originalId: id,
    postingKind: null,
    postingReference: null,
    bookedAt: now,
    issuedAt: now,
  }
  const [creditNote, replacement] = await insertRows(tx, documents, [
    {
      ...issued,
      number,
      kind: 'credit_note' as const,
      amount: -original.amount,
      taxAmount: -original.taxAmount,
    },
    { ...issued, ...details, number: number + 1 },
  ])
  return { creditNote, replacement }
}
