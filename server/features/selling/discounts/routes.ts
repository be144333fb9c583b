import * as contract from '../../../../contract/discounts.ts'
import { limits } from '../../../../contract/limits.ts'
import type { Api } from '../../../http/api.ts'
import { ipPrefix } from '../../../http/rate-limit.ts'
import type { Ports } from '../../../ports/index.ts'
import { createBatch, exportBatch } from './batches.ts'
import { getOffer } from './offers.ts'
import {
  createDiscount,
  deleteDiscount,
  getLowestPrice,
  listDiscounts,
  pauseDiscount,
  requireDiscount,
  updateDiscount,
} from './service.ts'

const dayMs = 24 * 3_600_000

export function discountRoutes(api: Api, ports: Ports) {
  api.on(
    contract.getDiscountOffer,
    ({ params, query, buyer: { cookieHash }, ip }) =>
      getOffer(ports, { contentId: params.id, code: query.code, caller: { cookieHash, ip } }),
    {
      limits: ({ ip }) =>
        ports.config.isLocal
          ? []
          : [{ key: `discount-offers/${ipPrefix(ip)}`, max: 600, windowMs: limits.wrongCodeWindowMs }],
    },
  )
  api.on(contract.listDiscounts, ({ viewer, query }) => listDiscounts(ports, viewer, query.page))
  api.on(contract.createDiscountBatch, ({ viewer, body }) => createBatch(ports, viewer, body))
  api.on(contract.createDiscount, ({ viewer, body }) => createDiscount(ports, viewer, body), {
    limits: ({ viewer }) => [{ key: `discounts/${viewer.id}`, max: limits.maxDiscounts, windowMs: dayMs }],
  })
  api.on(contract.getLowestPrice, ({ viewer, params }) => getLowestPrice(ports, viewer, params.id))
  api.on(contract.readDiscount, ({ viewer, params }) => requireDiscount(ports, viewer, params.id))
  api.on(contract.updateDiscount, ({ viewer, params, body }) =>
    updateDiscount(ports, viewer, { id: params.id, input: body }),
  )
  api.on(contract.pauseDiscount, ({ viewer, params, body }) =>
    pauseDiscount(ports, viewer, { id: params.id, isPaused: body.isPaused }),
  )
  api.on(contract.deleteDiscount, ({ viewer, params }) => deleteDiscount(ports, viewer, params.id))
  api.file(contract.exportDiscountBatch, ({ viewer, params }) => exportBatch(ports, viewer, params.id))
}
