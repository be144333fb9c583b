import type { OwnedPurchase } from '../../../contract/ownership.ts'
import { buildUrl } from '../../../contract/route.ts'
import { getContent, getInstance, getOwnedPurchase } from '../../api/calls.ts'
import type { CacheReader } from '../../api/types.ts'
import { islandContent } from '../../hydration/island.tsx'
import { serializeJson } from '../../hydration/serialize-json.ts'
import { escapeHtml } from '../../shared/escape-html.ts'
import { formatDate, formatDateTime } from '../../ui/date-text.ts'
import { formatMoney } from '../../ui/money-text.ts'
import { payCardIsland } from './pay-card.tsx'
import { payCardProps } from './pay-card-props.ts'

type Location = { params: Record<string, string>; query: URLSearchParams }

/** The pay card of a cached tip page: it differs by the URL's query, and by what the browser owns. */
export const viewerPayCard = {
  name: payCardIsland.name,
  prefetch: ({ params }: Location) => [buildUrl(getOwnedPurchase, { params })],
  isShared: (location: Location, readCached: CacheReader) => !readOwned(location, readCached),
  render(location: Location, readCached: CacheReader) {
    const content = readCached(getContent, { params: { id: location.params.id } })
    if (!content) throw new Error('A tip page without an item has no pay card')
    return islandContent(payCardIsland, {
      ...payCardProps(content, { query: location.query, instance: readCached(getInstance) }),
      isTestPurchase: false,
      owned: readOwned(location, readCached) ?? null,
    })
  },
  sample({ params }: Location, readCached: CacheReader) {
    const purchase = samplePurchase(readCached(getInstance)?.publicUrl ?? '')
    return [{ url: buildUrl(getOwnedPurchase, { params }), status: 200, body: { purchase } }]
  },
  /** An owner's card has these texts (OwnedItem), and its props have the purchase. */
  textsOf(location: Location, readCached: CacheReader) {
    const owned = readOwned(location, readCached)
    if (!owned) throw new Error('Only the card of an owner has texts of a purchase')
    const { accessUrl, amount, currency, paidAt } = owned
    const shown = [
      accessUrl,
      formatMoney(amount, currency),
      paidAt,
      formatDate(paidAt),
      formatDateTime(paidAt),
    ]
    return [...shown.map(escapeHtml), serializeJson(owned)]
  },
}

function readOwned({ params }: Location, readCached: CacheReader): OwnedPurchase | null | undefined {
  return readCached(getOwnedPurchase, { params: { id: params.id } })?.purchase
}

/** A purchase that no buyer has. It is random, so that nobody can write an item's description with the same texts. */
function samplePurchase(publicUrl: string): OwnedPurchase {
  const [dollars = 0, cents = 0, seconds = 0] = crypto.getRandomValues(new Uint32Array(3))
  return {
    accessUrl: `${publicUrl}/access/${crypto.randomUUID()}`,
    amount: `${1_000_000 + (dollars % 1_000_000)}.${10 + (cents % 90)}`,
    currency: 'USD',
    // In the years from 1833 to 1969.
    paidAt: new Date(-seconds * 1_000 - 1).toISOString(),
  }
}
