/** A tip page exists for what is published and neither deleted nor held, while its creator is not suspended. */
export function isForSale(
  content: { status: string; deletedAt: Date | null; heldAt: Date | null },
  creator: { suspendedAt: Date | null },
): boolean {
  const isShown = content.status === 'published' && content.deletedAt === null && content.heldAt === null
  return isShown && creator.suspendedAt === null
}

/** A buyer's right lasts until it is revoked (full refund, open dispute), whatever becomes of the item's place on sale. */
export function isOpen(grant: { revokedAt: Date | null }): boolean {
  return grant.revokedAt === null
}

/** A sale's refund is for its creator to decide, and for the admin. */
export function mayDecideRefund(
  viewer: { id: string; isAdmin: boolean },
  { creatorId }: { creatorId: string },
): boolean {
  return viewer.isAdmin || viewer.id === creatorId
}

/**
 * Where to go after sign-in: a path on this site, or `/`. Anything a browser could read as another origin is dropped:
 * schemes, `//`, backslashes, control characters, encoded slashes at the front.
 */
export function safeReturnTo(asked: string | undefined): string {
  if (!asked?.startsWith('/')) return '/'
  const decoded = decodeRepeatedly(asked)
  if (decoded === undefined || /^\/[/\\]/.test(decoded) || /[\\\p{Cc}]/u.test(decoded)) return '/'
  return asked
}

function decodeRepeatedly(text: string): string | undefined {
  try {
    const once = decodeURIComponent(text)
    return once === text ? once : decodeURIComponent(once)
  } catch {
    return undefined
  }
}
