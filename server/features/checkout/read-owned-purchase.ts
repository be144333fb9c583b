import { getOwnedPurchase as getOwnedPurchaseRoute } from '../../../contract/ownership.ts'
import type { DirectRead } from '../../http/direct-read.ts'
import { buyerCookieHash } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { getOwnedPurchase } from '../access/owned-purchase.ts'

const [beforeId = '', afterId = ''] = getOwnedPurchaseRoute.path.split(':id')

/** What the visitor owns of an item: every tip page of a browser that has started a checkout reads it. */
export function readOwnedPurchase(ports: Ports): DirectRead {
  return (path, request) => {
    if (!path.startsWith(beforeId) || !path.endsWith(afterId)) return undefined
    const params = getOwnedPurchaseRoute.params.safeParse({
      id: path.slice(beforeId.length, -afterId.length),
    })
    // The route refuses an invalid id.
    if (!params.success) return undefined
    const proof = { cookieHash: buyerCookieHash(request, ports.config), paymentSecret: undefined }
    return getOwnedPurchase(ports, params.data.id, proof)
  }
}
