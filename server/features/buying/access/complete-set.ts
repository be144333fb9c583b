import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { limits } from '../../../../contract/limits.ts'
import { formatDecimal } from '../../../../contract/money.ts'
import type { BundleSet, PurchaseAccess } from '../../../../contract/purchases.ts'
import { mayBeShown } from '../../../../domain/access.ts'
import { bundleToOffer } from '../../../../domain/bundle.ts'
import type { Db } from '../../../db/database.ts'
import { updateRow } from '../../../db/rows.ts'
import { accessGrants, bundleItems, checkouts, contentItems, purchases } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { addressOf, presentCommonFields } from '../../selling/content/present.ts'
import { type ContentRow, isPublished, selectContentsUnordered } from '../../selling/content/repository.ts'
import { stateOf } from '../../selling/content/shown.ts'
import { type OwnershipProof, selectOwnedPurchases, selectStillOwned } from '../purchases/owned-items.ts'
import { ownerProof } from '../purchases/owner-proof.ts'
import { findPurchase, type PurchaseWithGrant } from '../purchases/repository.ts'
import { type Rest, restFor } from './completion.ts'

/** How many bundles with one item are compared. */
const maxBundles = 5

type Visitor = { bought: PurchaseWithGrant; cookieHash: string | undefined }

/** The bundle whose rest the holder of a purchase is offered, and what it costs. */
type SetOffer = Rest & { bundle: ContentRow; ownedCount: number; itemCount: number }

/**
 * What the page of an item says of a bundle that it is in: that the set is complete, or what the rest costs, unless the buyer
 * has dismissed that. Null where there is nothing to say.
 */
export async function presentSet(
  ports: Ports,
  row: ContentRow,
  visitor: Visitor & { accessUrlOf: (bought: PurchaseWithGrant) => Promise<string> },
): Promise<PurchaseAccess['set']> {
  if (row.content.isBundle) return completedHere(ports.db, row, visitor.bought)
  const bundles = await selectBundlesWith(ports.db, row.content.id)
  const completed = await findCompleted(ports.db, bundles, visitor)
  if (completed) return presentCompleted(ports, completed, visitor)
  if (visitor.bought.grant.setOfferDismissedAt) return null
  const { purchase } = visitor.bought
  const proof = { cookieHash: visitor.cookieHash, purchaseIds: [purchase.id] }
  const offer = await findOffer(ports, bundles, proof)
  return offer ? presentOffer(ports, offer, visitor) : null
}

/** The offer for the email about a purchase, with a link that proves what it counts. Undefined without one. */
export async function findEmailedOffer(
  ports: Ports,
  row: ContentRow,
  { purchase, checkout }: Pick<PurchaseWithGrant, 'purchase' | 'checkout'>,
): Promise<{ title: string; ownedCount: number; itemCount: number; price: number; url: string } | undefined> {
  if (row.content.isBundle) return undefined
  const proof = { cookieHash: checkout.buyerCookieHash, purchaseIds: [purchase.id] }
  const offer = await findOffer(ports, await selectBundlesWith(ports.db, row.content.id), proof)
  if (!offer) return undefined
  const { bundle, price, ownedCount, itemCount, ownedPurchaseIds } = offer
  const path = offerPath(bundle, ownerProof(ports, ownedPurchaseIds))
  return {
    title: bundle.content.title,
    ownedCount,
    itemCount,
    price,
    url: `${ports.config.publicUrl}${path}`,
  }
}

export async function dismissSetOffer(
  { db, clock }: Ports,
  { purchase, grant }: PurchaseWithGrant,
): Promise<void> {
  if (grant.setOfferDismissedAt) return
  await updateRow(db, accessGrants, { purchaseId: purchase.id }, { setOfferDismissedAt: clock.now() })
}

/** The newest published bundles with an item whose rest can be bought. */
async function selectBundlesWith(db: Db, contentId: number): Promise<Array<ContentRow>> {
  const rows = await db
    .select({ id: contentItems.id })
    .from(bundleItems)
    .innerJoin(contentItems, eq(contentItems.id, bundleItems.bundleId))
    .where(
      and(
        eq(bundleItems.contentId, contentId),
        isNull(bundleItems.removedAt),
        eq(contentItems.offersCompletion, true),
        isPublished,
      ),
    )
    .orderBy(desc(contentItems.createdAt), desc(contentItems.id))
    .limit(maxBundles)
  const bundles = await selectContentsUnordered(
    db,
    rows.map(({ id }) => id),
  )
  return bundles.filter((bundle) => mayBeShown(stateOf(bundle), 'none'))
}

async function findOffer(
  ports: Ports,
  bundles: ReadonlyArray<ContentRow>,
  proof: OwnershipProof,
): Promise<SetOffer | undefined> {
  const [first] = bundles
  if (!first) return undefined
  const owned = await selectOwnedPurchases(ports.db, proof, first.content.creatorId)
  const offers = await Promise.all(
    bundles.map(async (bundle) => {
      const rest = await restFor(ports, bundle, owned)
      return rest ? [{ ...rest, bundle, ownedCount: rest.ownedIds.length, itemCount: rest.items.length }] : []
    }),
  )
  return bundleToOffer(offers.flat())
}

/** A browser that paid for what it has needs no proof in the link. */
function presentOffer(ports: Ports, offer: SetOffer, { bought, cookieHash }: Visitor): BundleSet {
  const { bundle, price, ownedIds, ownedCount, itemCount, items } = offer
  const { currency, title } = bundle.content
  const isPayingBrowser = cookieHash !== undefined && cookieHash === bought.checkout.buyerCookieHash
  const missing = items.filter(({ content }) => !ownedIds.includes(content.id))
  return {
    title,
    itemCount,
    offer: {
      ownedCount,
      price: formatDecimal(price, currency),
      currency,
      url: offerPath(bundle, isPayingBrowser ? '' : ownerProof(ports, [bought.purchase.id])),
      covers: missing.slice(0, limits.maxListed.setCovers).map((row) => {
        const fields = presentCommonFields(row)
        return {
          title: fields.title,
          previewImage: mayBeShown(stateOf(row), 'none') ? fields.previewImage : null,
          previewFocus: fields.previewFocus,
          pond: fields.pond,
        }
      }),
    },
    accessUrl: null,
    isHere: false,
  }
}

function offerPath(bundle: ContentRow, proof: string): string {
  const address = addressOf(bundle)
  return proof === '' ? address : `${address}?${new URLSearchParams({ owner: proof })}`
}

type Completed = { bought: PurchaseWithGrant; title: string; itemCount: number }

/**
 * The bundle that was completed with this purchase, or that this browser has bought. Who has only the link of one item learns
 * that its owner has the set, so that nobody pays for it twice, and not where it is.
 */
async function findCompleted(
  db: Db,
  bundles: ReadonlyArray<ContentRow>,
  { bought: { purchase }, cookieHash }: Visitor,
): Promise<Completed | undefined> {
  const ids = bundles.map(({ content }) => content.id)
  const [row] = await db
    .select({
      id: purchases.id,
      title: contentItems.title,
      itemCount: sql<string>`(select count(*) from bundle_items item where item.bundle_id = ${contentItems.id} and item.removed_at is null)`,
    })
    .from(checkouts)
    .innerJoin(purchases, eq(purchases.checkoutId, checkouts.id))
    .innerJoin(accessGrants, and(eq(accessGrants.purchaseId, purchases.id), isNull(accessGrants.revokedAt)))
    .innerJoin(contentItems, and(eq(contentItems.id, purchases.contentId), eq(contentItems.isBundle, true)))
    .where(
      or(
        sql`${checkouts.ownedPurchaseIds} <> '[]'::jsonb and ${checkouts.ownedPurchaseIds} @> ${JSON.stringify([purchase.id])}::jsonb`,
        cookieHash === undefined || ids.length === 0
          ? undefined
          : and(eq(checkouts.buyerCookieHash, cookieHash), inArray(checkouts.contentId, ids)),
      ),
    )
    .orderBy(desc(purchases.paidAt))
    .limit(1)
  const found = row && (await findPurchase(db, row.id))
  return found && { bought: found, title: row.title, itemCount: Number(row.itemCount) }
}

async function presentCompleted(
  _ports: Ports,
  { bought, title, itemCount }: Completed,
  { cookieHash, accessUrlOf }: Visitor & { accessUrlOf: (bought: PurchaseWithGrant) => Promise<string> },
): Promise<BundleSet> {
  const isPayingBrowser = cookieHash === bought.checkout.buyerCookieHash
  return {
    title,
    itemCount,
    offer: null,
    accessUrl: isPayingBrowser ? await accessUrlOf(bought) : null,
    isHere: false,
  }
}

/** On the page of a bundle whose rest was bought: that all of it is here, while everything that was owned before still is. */
async function completedHere(
  db: Db,
  row: ContentRow,
  { purchase, checkout }: PurchaseWithGrant,
): Promise<BundleSet | null> {
  const { ownedContentIds, buyerCookieHash, ownedPurchaseIds } = checkout
  if (ownedContentIds.length === 0) return null
  const stillOwned = await selectStillOwned(db, { ...purchase, buyerCookieHash, ownedPurchaseIds })
  if (!ownedContentIds.every((id) => stillOwned.has(id))) return null
  const itemCount = row.bundleItems.filter(({ removedAt }) => removedAt === null).length
  return { title: row.content.title, itemCount, offer: null, accessUrl: null, isHere: true }
}
