import { eq } from 'drizzle-orm'
import { documentNumber } from '../../../../domain/documents.ts'
import type { Db } from '../../../db/database.ts'
import type { DocumentProblem } from '../../../db/schema/document-papers.ts'
import { documents } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { raiseAlert } from '../../telling/alerts/service.ts'

/** Raises the alert of a problem, once while it is open. */
export async function reportProblem(ports: Ports, { number, sentence }: DocumentProblem): Promise<void> {
  await ports.db.transaction((tx) =>
    raiseAlert(tx, ports, { kind: 'document-changed', target: number, message: sentence }),
  )
}

export function missingNumber(number: string): DocumentProblem {
  return { number, sentence: `${number} is missing.`, documentId: null }
}

export function changedContent(number: string, documentId: number): DocumentProblem {
  return { number, sentence: `${number} isn’t what was issued: its content has changed.`, documentId }
}

export async function changedFile(db: Db, documentId: number): Promise<DocumentProblem> {
  const [row] = await db
    .select({ series: documents.series, year: documents.year, number: documents.number })
    .from(documents)
    .where(eq(documents.id, documentId))
  const number = row ? documentNumber(row) : String(documentId)
  return {
    number,
    sentence: `${number} isn’t what was issued: its stored file is missing or has changed.`,
    documentId,
  }
}
