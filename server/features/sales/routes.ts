import {
  closeAccess,
  exportSales,
  getSale,
  listenToSales,
  listSales,
  previewRefund,
  refundSale,
  reopenAccess,
  resendAccess,
} from '../../../contract/sales.ts'
import type { Api } from '../../http/api.ts'
import type { Ports } from '../../ports/index.ts'
import { exportOwnSales } from './export.ts'
import { liveSales } from './live.ts'
import {
  closeOwnAccess,
  listOwnSales,
  previewOwnRefund,
  refundOwnSale,
  reopenOwnAccess,
  resendOwnAccess,
  showSale,
} from './service.ts'

const minute = 60_000

/** Returns how to stop listening. */
export function salesRoutes(api: Api, ports: Ports): () => Promise<void> {
  const live = liveSales(ports)
  api.on(listSales, ({ viewer, query }) => listOwnSales(ports, viewer, query))
  api.file(exportSales, ({ viewer, query }) => exportOwnSales(ports, viewer, query))
  api.on(getSale, ({ viewer, params }) => showSale(ports, viewer, params.id))
  api.on(previewRefund, ({ viewer, params, query }) =>
    previewOwnRefund(ports, viewer, { id: params.id, amount: query.amount }),
  )
  api.on(refundSale, ({ viewer, params, body }) => refundOwnSale(ports, viewer, { ...body, id: params.id }))
  api.on(resendAccess, ({ viewer, params }) => resendOwnAccess(ports, viewer, params.id))
  api.on(closeAccess, ({ viewer, params, body }) =>
    closeOwnAccess(ports, viewer, { id: params.id, reason: body.reason }),
  )
  api.on(reopenAccess, ({ viewer, params }) => reopenOwnAccess(ports, viewer, params.id))
  api.events(listenToSales, ({ viewer }) => live.tellTo(viewer), {
    limits: ({ viewer }) => [{ key: `events/${viewer.id}`, max: 120, perMs: minute }],
  })
  return live.stop
}
