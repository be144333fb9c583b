import { formatDecimal } from '../../../../contract/money.ts'
import type { SaleEvent } from '../../../../contract/sales.ts'
import { creatorAmountOf } from '../../../../domain/sale.ts'
import { milestoneOf } from '../../../../domain/sale-milestones.ts'
import { listen } from '../../../db/notify.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Subscribe } from '../../../http/server-sent-events.ts'
import type { Ports } from '../../../ports/index.ts'
import {
  parseSaleEvent,
  type SaleEventNotification,
  saleEventsChannel,
} from '../../buying/purchases/sale-events.ts'
import { countSalesUntil, findLatestSaleId, findSale } from './repository.ts'

type Listener = (event: SaleEvent) => void

/**
 * One database connection listens for sales of all processes and publishes them to the creator's subscribers. A
 * notification only names a sale; its data is read then.
 */
export function createSaleEventStream(ports: Ports) {
  const listeners = new Map<string, Set<Listener>>()

  function publish(creatorId: string, event: SaleEvent): void {
    for (const listener of listeners.get(creatorId) ?? []) listener(event)
  }
  function onError(error: unknown): void {
    ports.log.error({ err: error }, 'failed to publish a sale event')
  }
  const onNotification = (payload: string) => {
    const notification = parseSaleEvent(payload)
    if (!notification || !listeners.has(notification.creatorId)) return
    toSaleEvent(ports, notification).then((event) => publish(notification.creatorId, event), onError)
  }
  const onReconnect = () => {
    for (const creatorId of listeners.keys()) publish(creatorId, { type: 'resync' })
  }
  const stop = listen(ports.pool, { [saleEventsChannel]: onNotification }, { onReconnect })

  /** For one viewer: the newest sale first, then every event. */
  function subscribe({ id }: Viewer): Subscribe<SaleEvent> {
    return (send) => {
      const ownListeners = listeners.get(id) ?? new Set()
      listeners.set(id, ownListeners.add(send))
      findLatestSaleId(ports.db, id).then(
        (latestSaleId) => send({ type: 'connected', latestSaleId }),
        onError,
      )
      return () => {
        ownListeners.delete(send)
        if (ownListeners.size === 0) listeners.delete(id)
      }
    }
  }
  return { subscribe, stop }
}

async function toSaleEvent(
  { db }: Ports,
  { orderNumber: id, type }: SaleEventNotification,
): Promise<SaleEvent> {
  const row = type === 'sale' ? await findSale(db, id) : undefined
  if (!row) return { type: 'sale_updated', id }
  const { amount, currency } = row.purchase
  return {
    type: 'sale_created',
    id,
    amount: formatDecimal(amount, currency),
    earned: formatDecimal(creatorAmountOf(row.purchase), currency),
    currency,
    title: row.title,
    milestone: milestoneOf(await countSalesUntil(db, row.purchase)) ?? null,
  }
}
