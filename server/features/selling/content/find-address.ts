import { and, eq, placeholder, sql } from 'drizzle-orm'
import { tipAddress } from '../../../../domain/tip-address.ts'
import type { Db } from '../../../db/database.ts'
import { preparedQuery } from '../../../db/prepared-query.ts'
import { contentItems, handleRedirects, itemAddresses, users } from '../../../db/schema/index.ts'
import { isOnSale } from './repository.ts'

/**
 * The item that a name belongs or belonged to, below a creator's present or former handle, and its address now.
 * Undefined for an item that strangers may not see, so that nothing shows that there is one.
 */
export async function findItemByAddress(
  db: Db,
  name: { handle: string; slug: string },
): Promise<{ id: number; address: string } | undefined> {
  const [item] = await itemByAddress(db, name)
  return item && { id: item.id, address: tipAddress(item) }
}

const itemByAddress = preparedQuery('item_by_address', (db) =>
  db
    .select({ id: contentItems.id, slug: contentItems.slug, handle: users.handle })
    .from(itemAddresses)
    .innerJoin(contentItems, eq(contentItems.id, itemAddresses.contentId))
    .innerJoin(users, eq(users.id, contentItems.creatorId))
    .where(
      and(
        eq(
          itemAddresses.creatorId,
          sql`coalesce(
            (select u.id from ${users} u where u.handle = ${placeholder('handle')}),
            (select r.user_id from ${handleRedirects} r where r.handle = ${placeholder('handle')}))`,
        ),
        eq(itemAddresses.slug, placeholder('slug')),
        isOnSale,
      ),
    ),
)
