/** A tip page exists for what is published and neither deleted nor held, while its creator is not suspended. */
export function isForSale(
  content: { status: string; deletedAt: Date | null; heldAt: Date | null },
  creator: { suspendedAt: Date | null },
): boolean {
  const isShown = content.status === 'published' && content.deletedAt === null && content.heldAt === null
  return isShown && creator.suspendedAt === null
}

/** A buyer's right lasts until it is revoked (full refund, open dispute), whatever becomes of the item's place on sale. */
export function isActive(grant: { revokedAt: Date | null }): boolean {
  return grant.revokedAt === null
}

/** A sale's refund is for its creator to decide, and for the admin. */
export function canDecideRefund(
  viewer: { id: string; isAdmin: boolean },
  { creatorId }: { creatorId: string },
): boolean {
  return viewer.isAdmin || viewer.id === creatorId
}
