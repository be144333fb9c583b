import type { Completion } from '../../../../contract/bundle-completion.ts'
import { formatDecimal } from '../../../../contract/money.ts'
import { completionPrice, sumOfPrices } from '../../../../domain/bundle.ts'
import { AppError } from '../../../../domain/errors.ts'
import { minimumCharge } from '../../../../domain/price.ts'
import type { Ports } from '../../../ports/index.ts'
import { pricedItem, selectBundleItems } from '../../selling/content/bundle-items.ts'
import type { ContentRow } from '../../selling/content/repository.ts'
import { requirePurchasableContent } from '../../selling/content/service.ts'
import { type OwnershipProof, selectOwnedItems } from '../purchases/owned-items.ts'

/** The rest of a bundle for who owns some of it: its price, and what they own of it. */
type Rest = {
  price: number
  ownedIds: Array<number>
  allSingly: number
  restSingly: number
  itemCount: number
}

async function findRest(ports: Ports, row: ContentRow, proof: OwnershipProof): Promise<Rest | undefined> {
  const { content } = row
  if (!content.isBundle || !content.offersCompletion) return undefined
  const owned = await selectOwnedItems(ports.db, proof, content.creatorId)
  if (owned.size === 0) return undefined
  const charge = ports.paymentProvider.chargeLimits(content.currency)
  const items = (await selectBundleItems(ports.db, row)).map((item) => pricedItem(item, charge))
  const price = completionPrice(items, owned, { bundlePrice: minimumCharge(content, charge), charge })
  if (price === undefined) return undefined
  return {
    price,
    ownedIds: items.flatMap(({ id }) => (owned.has(id) ? id : [])),
    allSingly: sumOfPrices(items),
    restSingly: sumOfPrices(items.filter(({ id }) => !owned.has(id))),
    itemCount: items.length,
  }
}

/**
 * The row of a bundle at the price of the rest, and what the buyer owns, checked again when a checkout starts. Throws AppError
 * when they own nothing of it any more, or all of it.
 */
export async function requireRest(
  ports: Ports,
  row: ContentRow,
  proof: OwnershipProof,
): Promise<{ row: ContentRow; ownedContentIds: Array<number> }> {
  const rest = await findRest(ports, row, proof)
  if (!rest)
    throw new AppError(
      'conflict',
      'The price of the rest has changed, because you don’t own the same items as before. Reload the page.',
    )
  const content = { ...row.content, priceAmount: rest.price }
  return { row: { ...row, content }, ownedContentIds: rest.ownedIds }
}

/** What this browser, or the holder of an access link, would pay for the rest of a bundle. Null without such an offer. Throws AppError for what is not on sale. */
export async function getCompletion(
  ports: Ports,
  contentId: number,
  proof: OwnershipProof,
): Promise<{ completion: Completion | null }> {
  const row = await requirePurchasableContent(ports, contentId)
  const rest = await findRest(ports, row, proof)
  if (!rest) return { completion: null }
  const { currency, priceAmount } = row.content
  return {
    completion: {
      price: formatDecimal(rest.price, currency),
      bundlePrice: formatDecimal(
        minimumCharge({ ...row.content, priceAmount }, ports.paymentProvider.chargeLimits(currency)),
        currency,
      ),
      allSingly: formatDecimal(rest.allSingly, currency),
      restSingly: formatDecimal(rest.restSingly, currency),
      currency,
      itemCount: rest.itemCount,
      ownedIds: rest.ownedIds,
    },
  }
}
