import { announce } from '../../db/announce.ts'
import type { Ports } from '../../ports/index.ts'

export const salesChannel = 'sales'

/** A new sale, or a change of one: of its money, of its access, of what its buyer asks for. */
export type SaleNews = { creatorId: string; purchaseId: number; what: 'sale' | 'change' }

/** Tells everybody who looks at this creator's sales, in any process. Call it after the commit. */
export function announceSale(ports: Pick<Ports, 'pool' | 'log'>, news: SaleNews): void {
  announce(ports, salesChannel, [news.what, news.purchaseId, news.creatorId].join(' '))
}

/** Undefined for what is none of ours. */
export function readNews(payload: string): SaleNews | undefined {
  const [, what, purchaseId, creatorId] = /^(sale|change) (\d+) (.+)$/.exec(payload) ?? []
  if (!creatorId) return undefined
  return { what: what === 'sale' ? 'sale' : 'change', purchaseId: Number(purchaseId), creatorId }
}
