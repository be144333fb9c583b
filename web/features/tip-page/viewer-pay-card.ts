import { buildUrl } from '../../../contract/route.ts'
import { getContent, getInstance, getOwnedPurchase } from '../../api/calls.ts'
import type { CacheReader } from '../../api/types.ts'
import { islandContent } from '../../hydration/island.tsx'
import { payCardIsland } from './pay-card.tsx'
import { payCardProps } from './pay-card-props.ts'

type Location = { params: Record<string, string>; query: URLSearchParams }

/** The pay card of a cached tip page: it differs by the URL's query, and by what the browser owns. */
export const viewerPayCard = {
  name: payCardIsland.name,
  prefetch: ({ params }: Location) => [buildUrl(getOwnedPurchase, { params })],
  isShared: ({ params }: Location, readCached: CacheReader) =>
    !readCached(getOwnedPurchase, { params: { id: params.id } })?.purchase,
  render({ params: { id }, query }: Location, readCached: CacheReader) {
    const content = readCached(getContent, { params: { id } })
    if (!content) throw new Error('A tip page without an item has no pay card')
    return islandContent(payCardIsland, {
      ...payCardProps(content, { query, instance: readCached(getInstance) }),
      isTestPurchase: false,
      owned: readCached(getOwnedPurchase, { params: { id } })?.purchase ?? null,
    })
  },
}
