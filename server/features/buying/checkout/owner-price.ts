import type { OwnerPrice as OwnerPriceAnswer } from '../../../../contract/bundle-completion.ts'
import { checkoutErrorMessages } from '../../../../contract/checkout.ts'
import { formatDecimal } from '../../../../contract/money.ts'
import { mayBeShown } from '../../../../domain/access.ts'
import { AppError } from '../../../../domain/errors.ts'
import { minimumCharge } from '../../../../domain/price.ts'
import { upgradePrice } from '../../../../domain/upgrade.ts'
import type { Ports } from '../../../ports/index.ts'
import { type ContentRow, findContentById } from '../../selling/content/repository.ts'
import { requirePurchasableContent } from '../../selling/content/service.ts'
import { stateOf } from '../../selling/content/shown.ts'
import { findRest, presentRest } from '../access/completion.ts'
import { type OwnershipProof, selectOwnedPurchases } from '../purchases/owned-items.ts'
import { readOwnerProof } from '../purchases/owner-proof.ts'

const ownerPriceChanged = checkoutErrorMessages.owner

/** What an owner pays for an item, what they own of it, and the purchases that prove it. */
type OwnerPrice = { price: number; ownedIds: Array<number>; ownedPurchaseIds: Array<number> }

/** Who pays as an owner: this browser, and the holder of the link whose `owner` parameter this is. */
type OwnerClaim = { cookieHash: string | undefined; owner: string }

/** An `owner` that is no proof, such as `yes`, is one by the browser's cookie alone. */
function proofOf(ports: Ports, { cookieHash, owner }: OwnerClaim): OwnershipProof {
  return { cookieHash, purchaseIds: readOwnerProof(ports, owner) }
}

/**
 * The row of an item at the price for an owner, and what the buyer owns, checked again when a checkout starts. Throws AppError
 * when they have no such price any more.
 */
export async function requireOwnerPrice(
  ports: Ports,
  row: ContentRow,
  claim: OwnerClaim,
): Promise<{ row: ContentRow; ownedContentIds: Array<number>; ownedPurchaseIds: Array<number> }> {
  const { content } = row
  const proof = proofOf(ports, claim)
  const offer: OwnerPrice | undefined = content.isBundle
    ? await findRest(ports, row, proof)
    : await findUpgrade(ports, row, proof)
  if (!offer) throw new AppError('invalid_input', ownerPriceChanged, { paysAsOwner: ownerPriceChanged })
  return {
    row: { ...row, content: { ...content, priceAmount: offer.price } },
    ownedContentIds: offer.ownedIds,
    ownedPurchaseIds: offer.ownedPurchaseIds,
  }
}

/**
 * What this browser, or the holder of an access link, would pay as an owner: for the rest of a bundle, or for an upgrade. Null
 * without such an offer. Throws AppError for what is not on sale.
 */
export async function getOwnerPrice(
  ports: Ports,
  contentId: number,
  claim: OwnerClaim,
): Promise<OwnerPriceAnswer> {
  const row = await requirePurchasableContent(ports, contentId)
  const proof = proofOf(ports, claim)
  const rest = await findRest(ports, row, proof)
  const upgrade = await findUpgrade(ports, row, proof)
  const { currency } = row.content
  return {
    completion: rest ? presentRest(ports, row, rest) : null,
    upgrade: upgrade
      ? {
          price: formatDecimal(upgrade.price, currency),
          fullPrice: formatDecimal(upgrade.fullPrice, currency),
          currency,
          fromTitle: upgrade.fromTitle,
        }
      : null,
    hasEnded: claim.owner !== '' && proof.purchaseIds === undefined,
  }
}

type UpgradeRow = OwnerPrice & { fullPrice: number; fromTitle: string }

/** The upgrade of who has the other item; undefined where it saves nothing. */
async function findUpgrade(
  ports: Ports,
  { content }: ContentRow,
  proof: OwnershipProof,
): Promise<UpgradeRow | undefined> {
  const { upgradeFromId, upgradeAmount, pricingModel, creatorId } = content
  if (upgradeFromId === null || upgradeAmount === null || pricingModel !== 'fixed') return undefined
  const charge = ports.paymentProvider.chargeLimits(content.currency)
  const fullPrice = minimumCharge(content, charge)
  const price = upgradePrice(upgradeAmount, { price: content.priceAmount, charge })
  if (price >= fullPrice) return undefined
  const owned = await selectOwnedPurchases(ports.db, proof, creatorId)
  const proving = owned.filter(
    ({ contentIds, completedIds }) =>
      contentIds.includes(upgradeFromId) && !completedIds.includes(content.id),
  )
  if (proving.length === 0) return undefined
  const from = await findContentById(ports.db, upgradeFromId)
  if (!from || !mayBeShown(stateOf(from), 'bundle')) return undefined
  return {
    price,
    fullPrice,
    ownedIds: [upgradeFromId],
    ownedPurchaseIds: proving.map(({ id }) => id),
    fromTitle: from.content.title,
  }
}
