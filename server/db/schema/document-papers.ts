import { integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import type { DocumentSeries } from '../../../contract/documents.ts'
import { bigInteger, enumChecks, id, timestamptz } from './columns.ts'
import { documents } from './documents.ts'

/** A document as a PDF, and the lines of a payout statement as CSV. */
export const documentFormats = ['pdf', 'csv'] as const

/**
 * Everything that a document prints, written when it is issued. Append-only. `hash` is the SHA-256 of the content by
 * `contentHash` (domain/document-content.ts).
 */
export const documentContents = pgTable('document_contents', {
  documentId: id('document_id')
    .primaryKey()
    .references(() => documents.id),
  content: jsonb('content').$type<object>().notNull(),
  hash: text('hash').notNull(),
})

/** The bytes of a document in the file store, the same for ever. Append-only. */
export const documentFiles = pgTable(
  'document_files',
  {
    documentId: id('document_id')
      .notNull()
      .references(() => documents.id),
    format: text('format', { enum: documentFormats }).notNull(),
    key: text('key').notNull(),
    sizeBytes: bigInteger('size_bytes').notNull(),
    sha256: text('sha256').notNull(),
    storedAt: timestamptz('stored_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.documentId, table.format] }),
    unique('document_files_key_key').on(table.key),
    ...enumChecks('document_files', table),
  ],
)

/** The highest number of a series and year. */
export type NumberRange = { series: DocumentSeries; year: number; last: number }
/** What is wrong with a document: a sentence, its number as printed, and its id where it exists. */
export type DocumentProblem = { number: string; sentence: string; documentId: number | null }

/** What the last nightly check of all documents found. One row, or none before the first. */
export const documentChecks = pgTable('document_checks', {
  id: integer('id').primaryKey(),
  checkedAt: timestamptz('checked_at').notNull(),
  /** All numbers up to these exist, but for those of `problems`. */
  ranges: jsonb('ranges').$type<Array<NumberRange>>().notNull(),
  /** None when every document is as it was issued. */
  problems: jsonb('problems').$type<Array<DocumentProblem>>().notNull(),
  /** Contents and files are read in turns of one night: up to which document; null when all were read in this one. */
  readUntil: id('read_until'),
})
