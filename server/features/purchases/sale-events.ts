import { notify } from '../../db/notify.ts'
import type { Ports } from '../../ports/index.ts'

export const saleEventsChannel = 'sales'

/** A new sale, or a change of one: of its money, of its access, of what its buyer asks for. */
export type SaleEventNotification = { creatorId: string; orderNumber: number; what: 'sale' | 'change' }

/** Tells everybody who looks at this creator's sales, in any process. Call it after the commit. */
export function publishSaleEvent(ports: Pick<Ports, 'pool' | 'log'>, news: SaleEventNotification): void {
  notify(ports, saleEventsChannel, [news.what, news.orderNumber, news.creatorId].join(' '))
}

/** Undefined for what is none of ours. */
export function parseSaleEvent(payload: string): SaleEventNotification | undefined {
  const [, type, orderNumber, creatorId] = /^(sale|change) (\d+) (.+)$/.exec(payload) ?? []
  if (!creatorId) return undefined
  return { what: type === 'sale' ? 'sale' : 'change', orderNumber: Number(orderNumber), creatorId }
}
