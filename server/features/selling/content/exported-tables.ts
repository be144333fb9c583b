import { and, asc, eq, gt } from 'drizzle-orm'
import { formatDecimal } from '../../../../contract/money.ts'
import type { Db } from '../../../db/database.ts'
import { rowsByKey } from '../../../db/pages-by-key.ts'
import { contentItems, contentParts, files } from '../../../db/schema/index.ts'
import {
  type ExportTable,
  exportPageSize,
  exportTable,
  type StreamedRow,
} from '../../../http/export-table.ts'

export function itemsTable(db: Db, creatorId: string): ExportTable {
  return exportTable(
    {
      name: 'items',
      columns: 'id status title description pricing price currency category createdAt changedAt deletedAt',
      numeric: 'price',
    },
    () => streamContent(db, creatorId),
    itemRow,
  )
}

export function partsTable(db: Db, creatorId: string): ExportTable {
  return exportTable(
    {
      name: 'parts',
      columns: 'item position kind name section access link text file bytes sha256 addedAt removedAt',
      numeric: 'bytes',
    },
    () => streamParts(db, creatorId),
    partRow,
  )
}

function streamContent(db: Db, creatorId: string) {
  return rowsByKey(
    (after: number | undefined) =>
      db
        .select()
        .from(contentItems)
        .where(and(eq(contentItems.creatorId, creatorId), gt(contentItems.id, after ?? 0)))
        .orderBy(asc(contentItems.id))
        .limit(exportPageSize),
    { keyOf: ({ id }) => id, pageSize: exportPageSize },
  )
}

/** What a creator's items consist of, and what was removed from them. */
export function streamParts(db: Db, creatorId: string) {
  return rowsByKey(
    (after: number | undefined) =>
      db
        .select({ part: contentParts, file: files, deletedAt: contentItems.deletedAt })
        .from(contentParts)
        .innerJoin(contentItems, eq(contentItems.id, contentParts.contentId))
        .leftJoin(files, eq(files.id, contentParts.fileId))
        .where(and(eq(contentItems.creatorId, creatorId), gt(contentParts.id, after ?? 0)))
        .orderBy(asc(contentParts.id))
        .limit(exportPageSize),
    { keyOf: ({ part }) => part.id, pageSize: exportPageSize },
  )
}

function itemRow(content: StreamedRow<typeof streamContent>) {
  return {
    id: content.id,
    status: content.status,
    title: content.title,
    description: content.description,
    pricing: content.pricingModel,
    price: formatDecimal(content.priceAmount, content.currency),
    currency: content.currency,
    category: content.category,
    createdAt: content.createdAt.toISOString(),
    changedAt: content.updatedAt.toISOString(),
    deletedAt: content.deletedAt?.toISOString() ?? null,
  }
}

function partRow({ part, file }: StreamedRow<typeof streamParts>) {
  return {
    item: part.contentId,
    position: part.position,
    kind: part.kind,
    name: part.name,
    section: part.section,
    access: part.access,
    link: part.url,
    text: part.text,
    file: file?.name ?? null,
    bytes: file?.sizeBytes ?? null,
    sha256: file?.sha256 ?? null,
    addedAt: part.addedAt.toISOString(),
    removedAt: part.removedAt?.toISOString() ?? null,
  }
}
