import { and, asc, eq, getTableColumns, gt, sql } from 'drizzle-orm'
import { formatDecimal } from '../../../../contract/money.ts'
import type { Db } from '../../../db/database.ts'
import {
  contentItems,
  contentParts,
  contentRollups,
  contentVersions,
  files,
} from '../../../db/schema/index.ts'
import { type ExportTable, exportedRows, exportTable } from '../../../http/export-table.ts'

export function itemsTable(db: Db, creatorId: string): ExportTable {
  return exportTable('items', {
    select: (after, limit) =>
      db
        .select({
          ...getTableColumns(contentItems),
          freeCount: sql<number>`coalesce(${contentRollups.freeCount}, 0)`,
          names: sql<
            Array<string>
          >`array(select slug from item_addresses where content_id = ${contentItems.id} order by slug)`,
        })
        .from(contentItems)
        .leftJoin(contentRollups, eq(contentRollups.contentId, contentItems.id))
        .where(and(eq(contentItems.creatorId, creatorId), gt(contentItems.id, after)))
        .orderBy(asc(contentItems.id))
        .limit(limit),
    idOf: ({ id }) => id,
    columns: {
      id: ({ id }) => id,
      status: ({ status }) => status,
      title: ({ title }) => title,
      /** Of its address, the present one first. */
      names: ({ slug, names }) => [slug, ...names.filter((name) => name !== slug)].filter(Boolean).join(' '),
      description: ({ description }) => description,
      pricing: ({ pricingModel }) => pricingModel,
      price: ({ priceAmount, currency }) => formatDecimal(priceAmount, currency),
      currency: ({ currency }) => currency,
      category: ({ category }) => category,
      peopleWhoHaveItFree: ({ freeCount }) => freeCount,
      createdAt: ({ createdAt }) => createdAt.toISOString(),
      changedAt: ({ updatedAt }) => updatedAt.toISOString(),
      deletedAt: ({ deletedAt }) => deletedAt?.toISOString() ?? null,
    },
    numeric: ['price', 'peopleWhoHaveItFree'],
  })
}

/** What a creator's items consist of, and what was removed from them. */
export function partsTable(db: Db, creatorId: string): ExportTable {
  return exportTable('parts', {
    ...partRows(db, creatorId),
    columns: {
      item: ({ part }) => part.contentId,
      position: ({ part }) => part.position,
      kind: ({ part }) => part.kind,
      name: ({ part }) => part.name,
      section: ({ part }) => part.section,
      access: ({ part }) => part.access,
      link: ({ part }) => part.url,
      text: ({ part }) => part.text,
      file: ({ file }) => file?.name ?? null,
      bytes: ({ file }) => file?.sizeBytes ?? null,
      sha256: ({ file }) => file?.sha256 ?? null,
      addedAt: ({ part }) => part.addedAt.toISOString(),
      removedAt: ({ part }) => part.removedAt?.toISOString() ?? null,
    },
    numeric: ['bytes'],
  })
}

/** What a creator told the buyers of their items. */
export function versionsTable(db: Db, creatorId: string): ExportTable {
  return exportTable('versions', {
    select: async (after: number, limit: number) =>
      db
        .select({ version: contentVersions })
        .from(contentVersions)
        .innerJoin(contentItems, eq(contentItems.id, contentVersions.contentId))
        .where(and(eq(contentItems.creatorId, creatorId), gt(contentVersions.id, after)))
        .orderBy(asc(contentVersions.id))
        .limit(limit),
    idOf: ({ version }) => version.id,
    columns: {
      item: ({ version }) => version.contentId,
      number: ({ version }) => version.number,
      notes: ({ version }) => version.notes,
      createdAt: ({ version }) => version.createdAt.toISOString(),
      emailedAt: ({ version }) => version.emailedAt?.toISOString() ?? null,
    },
  })
}

export function streamParts(db: Db, creatorId: string) {
  return exportedRows(partRows(db, creatorId))
}

function partRows(db: Db, creatorId: string) {
  return {
    select: async (after: number, limit: number) =>
      db
        .select({ part: contentParts, file: files, deletedAt: contentItems.deletedAt })
        .from(contentParts)
        .innerJoin(contentItems, eq(contentItems.id, contentParts.contentId))
        .leftJoin(files, eq(files.id, contentParts.fileId))
        .where(and(eq(contentItems.creatorId, creatorId), gt(contentParts.id, after)))
        .orderBy(asc(contentParts.id))
        .limit(limit),
    idOf: ({ part }: { part: { id: number } }) => part.id,
  }
}
