import { getCompletion, type OwnerPrice } from '../../../../contract/bundle-completion.ts'
import { getContent } from '../../../../contract/content.ts'
import { getDiscountOffer, type OfferResult } from '../../../../contract/discounts.ts'
import { getInstance } from '../../../../contract/instance.ts'
import { getOwnedPurchase, type OwnedPurchase } from '../../../../contract/purchases.ts'
import { buildUrl } from '../../../../contract/route.ts'
import type { CacheReader } from '../../../api/types.ts'
import { islandContent } from '../../../hydration/island.tsx'
import { ownerPriceInput } from './link-parameters.ts'
import { payCardIsland } from './pay-card.island.tsx'
import { payCardProps } from './pay-item.ts'

type Location = { params: Record<string, string>; query: URLSearchParams }

/** The pay card of a cached tip page: it differs by the URL's query, by its code, and by what the browser owns. */
export const viewerPayCard = {
  name: payCardIsland.name,
  prefetch: (location: Location, readCached: CacheReader) => [
    buildUrl(getOwnedPurchase, { params: location.params }),
    ...ownerPriceUrls(location, readCached),
    ...offerUrls(location),
  ],
  /** The list of a bundle’s items says which of them the viewer has. */
  changesPage: (location: Location, readCached: CacheReader) =>
    Boolean(readOwnerPrice(location, readCached)?.completion ?? readOwned(location, readCached)),
  isShared: (location: Location, readCached: CacheReader) =>
    !readOwned(location, readCached) &&
    !readOffer(location, readCached) &&
    !changesPrice(readOwnerPrice(location, readCached)),
  render(location: Location, readCached: CacheReader) {
    const content = readCached(getContent, { params: { id: location.params.id } })
    if (!content) throw new Error('A tip page without an item has no pay card')
    return islandContent(payCardIsland, {
      ...payCardProps(content, {
        query: location.query,
        instance: readCached(getInstance),
        discount: readOffer(location, readCached),
        ...readOwnerPrice(location, readCached),
      }),
      isTestPurchase: false,
      owned: readOwned(location, readCached) ?? null,
    })
  },
}

function readOwned({ params }: Location, readCached: CacheReader): OwnedPurchase | null | undefined {
  return readCached(getOwnedPurchase, { params: { id: params.id } })?.purchase
}

/** The call about the price for owners, of an item that has one. */
function ownerPriceUrls(location: Location, readCached: CacheReader): Array<string> {
  const content = readCached(getContent, { params: { id: location.params.id } })
  return content?.hasOwnerPrice ? [buildUrl(getCompletion, ownerPriceInput(location))] : []
}

function readOwnerPrice(location: Location, readCached: CacheReader): OwnerPrice | undefined {
  return readCached(getCompletion, ownerPriceInput(location))
}

function changesPrice(price: OwnerPrice | undefined): boolean {
  return Boolean(price?.completion ?? price?.upgrade ?? price?.hasEnded)
}

/** The call about the code of a link. */
function offerUrls({ params, query }: Location): Array<string> {
  const code = query.get('code')
  return code ? [buildUrl(getDiscountOffer, { params, query: { code } })] : []
}

function readOffer({ params, query }: Location, readCached: CacheReader): OfferResult | undefined {
  const code = query.get('code')
  return code ? readCached(getDiscountOffer, { params: { id: params.id }, query: { code } }) : undefined
}
