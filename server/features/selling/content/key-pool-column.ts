import { sql } from 'drizzle-orm'
import type { CopyCounts } from '../../../../domain/copies.ts'

const counts = sql`json_build_object('max', c.max, 'used', c.used, 'reserved', c.reserved)`

/**
 * The license keys of an item's own list as they are counted, as a column of its row; of a bundle, those of the item with the fewest.
 * Null where no list limits the sales.
 */
export const keyPoolColumn = sql<CopyCounts | null>`(case
  when content_items.license_mode = 'pool' and not content_items.is_bundle then (
    select ${counts} from counters c where c.kind = 'keys' and c.subject_id = content_items.id)
  when content_items.is_bundle then (
    select ${counts} from bundle_items b join content_items item on item.id = b.content_id
    join counters c on c.kind = 'keys' and c.subject_id = item.id
    where b.bundle_id = content_items.id and b.removed_at is null and item.license_mode = 'pool'
      and item.taken_down_at is null
    order by c.max - c.used - c.reserved, c.max - c.used limit 1)
  end)`
