import type { Completion } from '../../../../contract/bundle-completion.ts'
import { formatDecimal } from '../../../../contract/money.ts'
import { completionPrice, sumOfPrices } from '../../../../domain/bundle.ts'
import { minimumCharge } from '../../../../domain/price.ts'
import type { Ports } from '../../../ports/index.ts'
import { pricedItem, selectBundleItems } from '../../selling/content/bundle-items.ts'
import type { ContentRow } from '../../selling/content/repository.ts'
import {
  itemsOfPurchases,
  type OwnedPurchase,
  type OwnershipProof,
  selectOwnedPurchases,
} from '../purchases/owned-items.ts'

/** The rest of a bundle for who owns some of it: its price, what they own of it, and the purchases that prove it. */
export type Rest = {
  price: number
  ownedIds: Array<number>
  ownedPurchaseIds: Array<number>
  items: Array<ContentRow>
  allSingly: number
  restSingly: number
}

/** Undefined for what is no bundle, and for who owns nothing or all of it. */
export async function findRest(
  ports: Ports,
  row: ContentRow,
  proof: OwnershipProof,
): Promise<Rest | undefined> {
  const { isBundle, offersCompletion, creatorId } = row.content
  if (!isBundle || !offersCompletion) return undefined
  return restFor(ports, row, await selectOwnedPurchases(ports.db, proof, creatorId))
}

/** The rest of a bundle for who has not bought it. A purchase that has completed it before is no proof again. */
export async function restFor(
  ports: Ports,
  row: ContentRow,
  purchases: ReadonlyArray<OwnedPurchase>,
): Promise<Rest | undefined> {
  const { content } = row
  if (itemsOfPurchases(purchases).has(content.id)) return undefined
  const usable = purchases.filter(({ completedIds }) => !completedIds.includes(content.id))
  if (usable.length === 0) return undefined
  const owned = itemsOfPurchases(usable)
  const charge = ports.paymentProvider.chargeLimits(content.currency)
  const items = await selectBundleItems(ports.db, row)
  const priced = items.map((item) => pricedItem(item, charge))
  const bundlePrice = minimumCharge(content, charge)
  const price = completionPrice(priced, owned, { bundlePrice, charge })
  if (price === undefined) return undefined
  const ownedIds = priced.flatMap(({ id }) => (owned.has(id) ? id : []))
  const isProof = ({ contentIds }: OwnedPurchase) => contentIds.some((id) => ownedIds.includes(id))
  return {
    price,
    ownedIds,
    ownedPurchaseIds: usable.filter(isProof).map(({ id }) => id),
    items,
    allSingly: sumOfPrices(priced),
    restSingly: sumOfPrices(priced.filter(({ id }) => !owned.has(id))),
  }
}

/** The rest of a bundle as its tip page shows it. */
export function presentRest(ports: Ports, { content }: ContentRow, rest: Rest): Completion {
  const { currency } = content
  const bundlePrice = minimumCharge(content, ports.paymentProvider.chargeLimits(currency))
  return {
    price: formatDecimal(rest.price, currency),
    bundlePrice: formatDecimal(bundlePrice, currency),
    allSingly: formatDecimal(rest.allSingly, currency),
    restSingly: formatDecimal(rest.restSingly, currency),
    currency,
    itemCount: rest.items.length,
    ownedIds: rest.ownedIds,
  }
}
