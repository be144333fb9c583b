import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { inArray } from 'drizzle-orm'
import { AppError } from '../../../../domain/errors.ts'
import type { Db } from '../../../db/database.ts'
import { findRow, insertIfNew } from '../../../db/rows.ts'
import { documentFiles, type documentFormats } from '../../../db/schema/index.ts'
import { readImageOf } from '../../../http/images.ts'
import type { RenderTurn } from '../../../ports/document-renderer.ts'
import { DamagedFileError } from '../../../ports/file-store.ts'
import type { Ports } from '../../../ports/index.ts'
import { removeStoredObjects } from '../../site/storage/remove-stored-objects.ts'
import { findContent, type IssuedContent } from './contents.ts'
import { changedFile, reportProblem } from './problems.ts'

export type DocumentFormat = (typeof documentFormats)[number]
export type DocumentFileRow = typeof documentFiles.$inferSelect

/** The folder of documents in the file store. Nothing in it is ever replaced. */
export const documentFolder = 'documents/'
const maxFileBytes = 200 * 1024 ** 2

/**
 * A document's PDF: rendered once, from what was frozen when it was issued, and the same bytes for ever after. Throws
 * AppError `not_found` for a document whose content is not written yet.
 */
export async function documentPdf(ports: Ports, documentId: number, turn: RenderTurn): Promise<Buffer> {
  const file = await findFile(ports.db, documentId, 'pdf')
  if (file) return readOrRestore(ports, file, turn)
  const bytes = await renderDocument(ports, documentId, turn)
  return storePdf(ports, documentId, bytes)
}

function findFile(db: Db, documentId: number, format: DocumentFormat): Promise<DocumentFileRow | undefined> {
  return findRow(db, documentFiles, { documentId, format })
}

async function renderDocument(ports: Ports, documentId: number, turn: RenderTurn): Promise<Buffer> {
  const found = await findContent(ports.db, documentId)
  if (!found) throw new AppError('not_found', 'Document Not Found')
  return renderContent(ports, found.content, turn)
}

function renderContent(ports: Ports, content: IssuedContent, turn: RenderTurn): Promise<Buffer> {
  const { documents } = ports
  const printTurn = { ...turn, readImage: readImageOf(ports) }
  return content.layout === 'receipt'
    ? documents.receiptPdf(content, printTurn)
    : documents.statementPdf(content, printTurn)
}

/**
 * Stores a document's PDF, and returns the bytes that are stored: another request may have been first. A store that takes
 * nothing keeps nobody from a document: it is rendered again, from the same content.
 */
async function storePdf(ports: Ports, documentId: number, bytes: Buffer): Promise<Buffer> {
  const { db, clock, log } = ports
  let file: StoredBytes
  try {
    file = await storeNewFile(ports, bytes)
  } catch (error) {
    log.warn({ err: error, documentId }, 'a document could not be stored, will retry at its next download')
    return bytes
  }
  const row = { documentId, format: 'pdf' as const, ...file, storedAt: clock.now() }
  if (await insertDocumentFile(db, row)) return bytes
  await removeStoredObjects(ports, [file.key])
  const first = await findFile(db, documentId, 'pdf')
  return (first && (await readStored(ports, first))) ?? bytes
}

type StoredBytes = Pick<DocumentFileRow, 'key' | 'sizeBytes' | 'sha256'>

/** Stores bytes for a document that has no such file yet; without its row they are removed after two days. */
export async function storeNewFile(
  { fileStore, newPublicId }: Pick<Ports, 'fileStore' | 'newPublicId'>,
  bytes: Buffer,
): Promise<StoredBytes> {
  const key = `${documentFolder}${newPublicId()}`
  await fileStore.put(key, Readable.from([bytes]), { maxBytes: maxFileBytes })
  return { key, sizeBytes: bytes.length, sha256: sha256Of(bytes) }
}

/** Returns whether the document had no file of this format yet. */
export async function insertDocumentFile(db: Db, row: DocumentFileRow): Promise<boolean> {
  return (await insertIfNew(db, documentFiles, row, ['documentId', 'format'])).length > 0
}

/** Those of the keys that a document has. */
export async function findReferencedDocumentKeys(db: Db, keys: Array<string>): Promise<Set<string>> {
  const rows = await db
    .select({ key: documentFiles.key })
    .from(documentFiles)
    .where(inArray(documentFiles.key, keys))
  return new Set(rows.map(({ key }) => key))
}

/** A file that was stored when the document was issued. It can't be made again. */
export async function readIssuedFile(
  ports: Ports,
  documentId: number,
  format: DocumentFormat,
): Promise<Buffer> {
  const file = await findFile(ports.db, documentId, format)
  const bytes = file && (await readStored(ports, file))
  return bytes ?? refuseChanged(ports, documentId)
}

/** The stored bytes; undefined when they are missing or not those that were stored. */
export async function readStored(
  { fileStore }: Pick<Ports, 'fileStore'>,
  { key, sha256 }: Pick<DocumentFileRow, 'key' | 'sha256'>,
): Promise<Buffer | undefined> {
  try {
    const stream = await fileStore.open(key)
    const bytes = stream && (await buffer(stream))
    return bytes && sha256Of(bytes) === sha256 ? bytes : undefined
  } catch (error) {
    if (error instanceof DamagedFileError) return undefined
    throw error
  }
}

/** A lost file is rendered again. Bytes other than those that were issued are given to nobody. */
async function readOrRestore(ports: Ports, file: DocumentFileRow, turn: RenderTurn): Promise<Buffer> {
  const stored = await readStored(ports, file)
  if (stored) return stored
  const bytes = await renderDocument(ports, file.documentId, turn)
  if (sha256Of(bytes) !== file.sha256) return refuseChanged(ports, file.documentId)
  await removeStoredObjects(ports, [file.key])
  await ports.fileStore.put(file.key, Readable.from([bytes]), { maxBytes: maxFileBytes })
  return bytes
}

async function refuseChanged(ports: Ports, documentId: number): Promise<never> {
  await reportProblem(ports, await changedFile(ports.db, documentId))
  throw new AppError(
    'unavailable',
    'The file of this document isn’t the one that was issued. We’ve been told, and will restore it.',
  )
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
