import type { Completion } from '../../../../contract/bundle-completion.ts'
import { formatDecimal } from '../../../../contract/money.ts'
import { completionPrice, sumOfPrices } from '../../../../domain/bundle.ts'
import { minimumCharge } from '../../../../domain/price.ts'
import type { Ports } from '../../../ports/index.ts'
import { pricedItem, selectBundleItems } from '../../selling/content/bundle-items.ts'
import type { ContentRow } from '../../selling/content/repository.ts'
import { type OwnershipProof, selectOwnedItems } from '../purchases/owned-items.ts'

/** The rest of a bundle for who owns some of it: its price, and what they own of it. */
type Rest = {
  price: number
  ownedIds: Array<number>
  allSingly: number
  restSingly: number
  itemCount: number
}

/** Undefined for what is no bundle, and for who owns nothing or all of it. */
export async function findRest(
  ports: Ports,
  row: ContentRow,
  proof: OwnershipProof,
): Promise<Rest | undefined> {
  const { content } = row
  if (!content.isBundle || !content.offersCompletion) return undefined
  const owned = await selectOwnedItems(ports.db, proof, content.creatorId)
  if (owned.size === 0) return undefined
  const charge = ports.paymentProvider.chargeLimits(content.currency)
  const items = (await selectBundleItems(ports.db, row)).map((item) => pricedItem(item, charge))
  const price = completionPrice(items, owned, {
    bundlePrice: minimumCharge(content, charge),
    charge,
    currency: content.currency,
  })
  if (price === undefined) return undefined
  return {
    price,
    ownedIds: items.flatMap(({ id }) => (owned.has(id) ? id : [])),
    allSingly: sumOfPrices(items),
    restSingly: sumOfPrices(items.filter(({ id }) => !owned.has(id))),
    itemCount: items.length,
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
    itemCount: rest.itemCount,
    ownedIds: rest.ownedIds,
  }
}
