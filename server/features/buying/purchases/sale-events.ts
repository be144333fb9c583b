import { type OrderNumber, toOrderNumber } from '../../../../contract/order-number.ts'
import { notify } from '../../../db/notify.ts'
import type { Ports } from '../../../ports/index.ts'

export const saleEventsChannel = 'sales'

/** A new sale, or a change of its money, access or refund request. */
export type SaleEventNotification = { creatorId: string; orderNumber: OrderNumber; type: 'sale' | 'change' }

/** Publishes to every process that this creator's sales have changed. Call it after the commit. */
export function publishSaleEvent(
  ports: Pick<Ports, 'pool' | 'log'>,
  notification: SaleEventNotification,
): void {
  notify(
    ports,
    saleEventsChannel,
    [notification.type, notification.orderNumber, notification.creatorId].join(' '),
  )
}

export function parseSaleEvent(payload: string): SaleEventNotification | undefined {
  const [, type, orderNumber, creatorId] = /^(sale|change) (\d+) (.+)$/.exec(payload) ?? []
  if (!creatorId) return undefined
  return {
    type: type === 'sale' ? 'sale' : 'change',
    orderNumber: toOrderNumber(orderNumber ?? ''),
    creatorId,
  }
}
