import { isActive, mayBeShown } from '../../../../domain/access.ts'
import { AppError } from '../../../../domain/errors.ts'
import { visibleParts } from '../../../../domain/parts.ts'
import { purchaseState } from '../../../../domain/purchase.ts'
import { releaseState, releaseWords } from '../../../../domain/release.ts'
import type { Ports } from '../../../ports/index.ts'
import type { PartRow } from '../../selling/content/parts.ts'
import { type ContentRow, findContentById } from '../../selling/content/repository.ts'
import { stateOf } from '../../selling/content/shown.ts'
import type { PurchaseRow, PurchaseWithGrant } from '../purchases/repository.ts'
import { withBoughtItems } from './bundle.ts'
import { purchaseNotFound } from './buyer-proof.ts'
import { isManuallyRevoked, revokedMessage } from './revocation.ts'

/** Throws AppError 403 with the reason when access is revoked. */
export function requireActiveAccess({
  grant,
  purchase,
}: Pick<PurchaseWithGrant, 'grant' | 'purchase'>): void {
  if (isActive(grant)) return
  if (isManuallyRevoked(grant)) throw new AppError('access_revoked', revokedMessage(grant))
  if (grant.revocationReason === 'dispute') {
    throw new AppError(
      'forbidden',
      'This payment is being disputed with the bank, so access is paused for now.',
    )
  }
  // Access is revoked when the refund is requested: it may still be in progress, or have failed.
  if (purchaseState(purchase) !== 'refunded')
    throw new AppError(
      'purchase_refunded',
      'This purchase is being refunded, so you no longer have access. Contact us if the money doesn’t arrive.',
    )
  throw new AppError('purchase_refunded', 'This purchase was refunded, so you no longer have access.')
}

/**
 * The item of a purchase with access, which may be delivered now. Throws AppError 403 with the reason when its buyers may not
 * be shown it, also before its release day.
 */
export async function requireAccessibleContent(ports: Ports, bought: PurchaseWithGrant): Promise<ContentRow> {
  const row = await requireBoughtContent(ports, bought)
  const { content } = row
  if (releaseState(bought.purchase, content, ports.clock.now()) !== 'out') throw notOutError(row)
  return row
}

/** The error of a file, text or link that is asked for before its day. */
export function notOutError({ content: { title, releaseAt, releaseTimeZone } }: ContentRow): AppError {
  const day = releaseAt ? releaseWords(releaseAt, releaseTimeZone).full : 'its day'
  return new AppError('forbidden', `“${title}” comes on ${day}. It can’t be opened before.`)
}

/**
 * The item of a purchase with access, for its page, which also exists before the release day. Throws AppError 403 with the
 * reason when its buyers may not be shown it.
 */
export async function requireBoughtContent(
  ports: Ports,
  bought: PurchaseWithGrant,
  known?: ContentRow,
): Promise<ContentRow> {
  requireActiveAccess(bought)
  const row = known ?? (await boughtContent(ports, bought))
  // A grant may be restored, or paid for, after the item was withdrawn from its buyers.
  if (!mayBeShown(stateOf(row), 'purchase'))
    throw new AppError(
      'access_revoked',
      revokedMessage({ revocationReason: 'admin', revocationMessage: row.content.takedownReason }),
    )
  return row
}

/** The item of a purchase with what it gives: of a bundle, the parts of its items. */
async function boughtContent(
  ports: Ports,
  paid: Pick<PurchaseWithGrant, 'purchase' | 'checkout'>,
): Promise<ContentRow> {
  return withBoughtItems(ports, await contentOfPurchase(ports, paid), {
    paidAt: paid.purchase.paidAt,
    paid,
  })
}

/** The item of a purchase, whether or not it is still for sale. */
export async function contentOfPurchase(
  { db }: Ports,
  { purchase }: { purchase: Pick<PurchaseRow, 'contentId'> },
): Promise<ContentRow> {
  const row = await findContentById(db, purchase.contentId)
  if (!row) throw new Error(`Content ${purchase.contentId} does not exist`)
  return row
}

/**
 * A part of what a purchase of this time gets. Without an id, the first that can be downloaded. Throws AppError when no such
 * part was bought.
 */
export function requireBoughtPart(
  { parts }: Pick<ContentRow, 'parts'>,
  { paidAt, id }: { paidAt: Date; id: number | undefined },
): PartRow {
  const bought = visibleParts(parts, paidAt)
  const part =
    id === undefined
      ? (bought.find(({ url }) => url === null) ?? bought[0])
      : bought.find((candidate) => candidate.id === id)
  if (!part) throw purchaseNotFound()
  return part
}
