import { createHash } from 'node:crypto'
import { canonicalJson } from '../../../../domain/canonical-json.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { findRow, insertRows } from '../../../db/rows.ts'
import { documentContents } from '../../../db/schema/index.ts'
import type { ReceiptContent, StatementContent } from '../../../ports/document-renderer.ts'

/** Everything that a document prints, in words and written amounts: nothing is looked up when it is rendered. */
export type IssuedContent =
  | ({ layout: 'receipt' } & ReceiptContent)
  | ({ layout: 'statement' } & StatementContent)

/** Freezes what documents print, in the transaction that issues them. */
export async function insertContents(
  tx: Tx,
  contents: ReadonlyArray<{ documentId: number; content: IssuedContent }>,
): Promise<void> {
  if (contents.length === 0) return
  await insertRows(
    tx,
    documentContents,
    contents.map(({ documentId, content }) => ({ documentId, content, hash: contentHash(content) })),
  )
}

/** SHA-256, 64 hexadecimal digits. It is the same for what is written and what the database returns. */
export function contentHash(content: object): string {
  return createHash('sha256').update(canonicalJson(content)).digest('hex')
}

export async function findContent(
  db: Db,
  documentId: number,
): Promise<{ content: IssuedContent; hash: string } | undefined> {
  const row = await findRow(db, documentContents, { documentId })
  return row && { content: row.content as IssuedContent, hash: row.hash }
}
