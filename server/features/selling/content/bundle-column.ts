import { sql } from 'drizzle-orm'

/** An item of a bundle. What was removed has no position: earlier buyers of the bundle keep it. */
export type BundleItemRow = {
  contentId: number
  position: number | null
  addedAt: Date
  removedAt: Date | null
}

type BundleItemJson = Omit<BundleItemRow, 'addedAt' | 'removedAt'> & {
  addedAt: string
  removedAt: string | null
}

/** The items of a bundle as a column of its row, in the creator's order, and those removed last. Empty for what is no bundle. */
export const bundleItemsColumn = sql<Array<BundleItemRow>>`(case when content_items.is_bundle then (
  select coalesce(json_agg(json_build_object('contentId', b.content_id, 'position', b.position, 'addedAt', b.added_at,
    'removedAt', b.removed_at) order by b.position, b.removed_at, b.content_id), '[]')
  from bundle_items b where b.bundle_id = content_items.id) end)`.mapWith(decodeItems)

function decodeItems(items: Array<BundleItemJson> | null): Array<BundleItemRow> {
  return (items ?? []).map(({ addedAt, removedAt, ...item }) => ({
    ...item,
    addedAt: new Date(addedAt),
    removedAt: removedAt === null ? null : new Date(removedAt),
  }))
}
