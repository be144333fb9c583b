/** An item has a tip page when it is published, not deleted and not taken down, and its creator is not suspended. */
export function isForSale(
  content: { status: string; deletedAt: Date | null; takenDownAt: Date | null },
  creator: { suspendedAt: Date | null },
): boolean {
  const isShown = content.status === 'published' && content.deletedAt === null && content.takenDownAt === null
  return isShown && creator.suspendedAt === null
}

/** Access lasts until it is revoked (full refund, open dispute), even when the item is no longer for sale. */
export function isActive(grant: { revokedAt: Date | null }): boolean {
  return grant.revokedAt === null
}

/** Only the creator of a sale and the admin can decide its refund. */
export function canDecideRefund(
  viewer: { id: string; isAdmin: boolean },
  { creatorId }: { creatorId: string },
): boolean {
  return viewer.isAdmin || viewer.id === creatorId
}
