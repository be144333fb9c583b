/** What an item and its creator are at one moment, as far as it decides who is shown them. */
export type ItemState =
  | 'on_sale'
  | 'draft'
  | 'in_review'
  | 'rejected'
  /** Taken down; its buyers keep what they bought. */
  | 'taken_down'
  /** Taken down, and withdrawn from its buyers. */
  | 'withdrawn'
  | 'deleted'
  /** Its creator is suspended, or their account deleted. */
  | 'creator_gone'

/**
 * Why somebody asks for a part of an item. `none`: without a reason, as anyone. `own`: its creator's session.
 * `test_link`, `own_test_link`: the link of a test purchase, in another browser and in its creator's session.
 * `purchase`: a grant that is active. `bundle`: an active grant of a bundle that the item is in. `moderation`: the admin
 * who decides about it.
 */
export type Proof = 'none' | 'own' | 'test_link' | 'own_test_link' | 'purchase' | 'bundle' | 'moderation'

type Item = {
  status: string
  deletedAt: Date | null
  takenDownAt: Date | null
  buyerAccessRevokedAt: Date | null
}
type Person = { suspendedAt: Date | null; deletedAt: Date | null }
type Review = { state: 'pending' | 'approved' | 'rejected' } | null

/** Whether a person's photo, logo, name and pages may be shown now. */
export function isPersonShown({ suspendedAt, deletedAt }: Person): boolean {
  return suspendedAt === null && deletedAt === null
}

export function itemState(item: Item, creator: Person, review: Review): ItemState {
  if (item.takenDownAt && item.buyerAccessRevokedAt) return 'withdrawn'
  if (item.takenDownAt) return 'taken_down'
  if (!isPersonShown(creator)) return 'creator_gone'
  if (item.deletedAt) return 'deleted'
  if (item.status === 'published') return 'on_sale'
  if (review?.state === 'pending') return 'in_review'
  return review?.state === 'rejected' ? 'rejected' : 'draft'
}

const provedBy: Record<ItemState, ReadonlyArray<Proof>> = {
  on_sale: ['none', 'own', 'test_link', 'own_test_link', 'purchase', 'bundle', 'moderation'],
  draft: ['own', 'test_link', 'own_test_link', 'purchase', 'bundle'],
  in_review: ['own', 'own_test_link', 'purchase', 'bundle', 'moderation'],
  rejected: ['own', 'purchase', 'bundle'],
  taken_down: ['purchase'],
  withdrawn: [],
  deleted: ['purchase', 'bundle'],
  creator_gone: ['purchase', 'bundle'],
}

/**
 * Whether a part of an item (its file, text, link, images, samples) may be shown to this person now. Every route that
 * sends one asks this, and tests/shown-matrix.test.ts has a row for each.
 */
export function mayBeShown(state: ItemState, proof: Proof): boolean {
  return provedBy[state].includes(proof)
}

/** Whether an item has a tip page, which anyone may see. */
export function isForSale(item: Item, creator: Person): boolean {
  return mayBeShown(itemState(item, creator, null), 'none')
}

type InBundle = { contentId: number; removedAt: Date | null }

/**
 * The items that a grant of a bundle gives, in the given order: those that were in it when it was paid for, and those added
 * since. An item that its buyer had before (`ownedContentIds`) comes with the bundle only while they still have it
 * (`stillOwned`), because they did not pay for it here.
 */
export function itemsOf<Item extends InBundle>(
  grant: { paidAt: Date; ownedContentIds: ReadonlyArray<number>; stillOwned: ReadonlySet<number> },
  items: ReadonlyArray<Item>,
): Array<Item> {
  const { paidAt, ownedContentIds, stillOwned } = grant
  return items.filter(
    ({ contentId, removedAt }) =>
      (removedAt === null || paidAt < removedAt) &&
      (!ownedContentIds.includes(contentId) || stillOwned.has(contentId)),
  )
}

/** Access lasts until it is revoked (full refund, open dispute), even when the item is no longer for sale. */
export function isActive(grant: { revokedAt: Date | null }): boolean {
  return grant.revokedAt === null
}

/** A creator can read and answer about a sale with access while they can sign in. Something free is no sale. */
export function canWriteToCreator(purchase: { amount: number }, creator: Person): boolean {
  return purchase.amount > 0 && isPersonShown(creator)
}

/** Only the creator of a sale and the admin can decide its refund. */
export function canDecideRefund(
  viewer: { id: string; isAdmin: boolean },
  { creatorId }: { creatorId: string },
): boolean {
  return viewer.isAdmin || viewer.id === creatorId
}
