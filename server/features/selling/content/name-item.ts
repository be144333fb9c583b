import { and, eq, isNull, sql } from 'drizzle-orm'
import { slugCandidates } from '../../../../domain/tip-address.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { contentItems, itemAddresses } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'

/**
 * Gives an item its name in its address: when it is published first, and again when its title has changed since. Its
 * former names stay its own.
 */
export async function nameItem(tx: Tx, id: number, { isRenamed }: { isRenamed: boolean }): Promise<void> {
  const [item] = await tx
    .select({
      creatorId: contentItems.creatorId,
      title: contentItems.title,
      slug: contentItems.slug,
      status: contentItems.status,
    })
    .from(contentItems)
    .where(and(eq(contentItems.id, id), isNull(contentItems.deletedAt)))
  if (!item || !(item.slug === null ? item.status === 'published' : isRenamed)) return
  for (const slug of slugCandidates(item.title, id)) {
    if (!(await claim(tx, { creatorId: item.creatorId, slug, contentId: id }))) continue
    if (slug !== item.slug) await tx.update(contentItems).set({ slug }).where(eq(contentItems.id, id))
    return
  }
}

/** False when another item has the name. */
async function claim(tx: Tx, address: typeof itemAddresses.$inferInsert): Promise<boolean> {
  const claimed = await tx
    .insert(itemAddresses)
    .values(address)
    .onConflictDoUpdate({
      target: [itemAddresses.creatorId, itemAddresses.slug],
      set: { contentId: address.contentId },
      setWhere: eq(itemAddresses.contentId, address.contentId),
    })
    .returning({ slug: itemAddresses.slug })
  return claimed.length > 0
}

/** Frees the names of deleted items. */
export async function releaseNames(db: Db, owned: { creatorId: string; id?: number }): Promise<void> {
  const { creatorId, id } = owned
  await db
    .delete(itemAddresses)
    .where(
      and(
        eq(itemAddresses.creatorId, creatorId),
        id === undefined ? undefined : eq(itemAddresses.contentId, id),
      ),
    )
}

const itemsPerSweep = 200

/** Names items that were published before items had names. */
export async function nameUnnamedItems({ db }: Ports): Promise<void> {
  await db.transaction(async (tx) => {
    const unnamed = await tx
      .select({ id: contentItems.id })
      .from(contentItems)
      .where(
        and(isNull(contentItems.slug), eq(contentItems.status, 'published'), isNull(contentItems.deletedAt)),
      )
      .orderBy(sql`${contentItems.id}`)
      .limit(itemsPerSweep)
      .for('update', { skipLocked: true })
    for (const { id } of unnamed) await nameItem(tx, id, { isRenamed: false })
  })
}
