import * as salesContract from '../../../../contract/sales.ts'
import type { Api } from '../../../http/api.ts'
import type { Ports } from '../../../ports/index.ts'
import { messageLimits } from '../../buying/messages/messages.ts'
import { saleChangeRateLimits } from '../../telling/email/rate-limits.ts'
import { createSaleEventStream } from './event-stream.ts'
import { exportSalesCsv } from './export-csv.ts'
import {
  getSale,
  listSales,
  previewRefund,
  refundSale,
  resendAccessEmail,
  restoreAccess,
  revokeAccess,
  writeToBuyer,
} from './service.ts'

const minuteMs = 60_000

/** Returns the function to stop listening. */
export function salesRoutes(api: Api, ports: Ports): () => Promise<void> {
  const saleEvents = createSaleEventStream(ports)
  api.on(salesContract.listSales, ({ viewer, query }) => listSales(ports, viewer, query))
  api.file(salesContract.exportSales, ({ viewer, query }) => exportSalesCsv(ports, viewer, query))
  api.on(salesContract.getSale, ({ viewer, params }) => getSale(ports, viewer, params.id))
  api.on(salesContract.previewRefund, ({ viewer, params, query }) =>
    previewRefund(ports, viewer, { id: params.id, amount: query.amount }),
  )
  api.on(
    salesContract.refundSale,
    ({ viewer, params, body }) => refundSale(ports, viewer, { ...body, id: params.id }),
    {
      limits: ({ viewer, params }) =>
        saleChangeRateLimits('refund', { creatorId: viewer.id, orderNumber: params.id }),
    },
  )
  api.on(
    salesContract.writeToBuyer,
    ({ viewer, params, body }) => writeToBuyer(ports, viewer, { id: params.id, text: body.text }),
    { limits: ({ viewer, params }) => messageLimits(`${viewer.id}/${params.id}`) },
  )
  api.on(salesContract.resendAccessEmail, ({ viewer, params }) => resendAccessEmail(ports, viewer, params.id))
  api.on(
    salesContract.revokeAccess,
    ({ viewer, params, body }) => revokeAccess(ports, viewer, { id: params.id, reason: body.reason }),
    {
      limits: ({ viewer, params }) =>
        saleChangeRateLimits('revocation', { creatorId: viewer.id, orderNumber: params.id }),
    },
  )
  api.on(salesContract.restoreAccess, ({ viewer, params }) => restoreAccess(ports, viewer, params.id))
  api.events(salesContract.streamSaleEvents, ({ viewer }) => saleEvents.subscribe(viewer), {
    limits: ({ viewer }) => [{ key: `events/${viewer.id}`, max: 120, windowMs: minuteMs }],
  })
  return saleEvents.stop
}
