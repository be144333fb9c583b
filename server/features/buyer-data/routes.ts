import * as contract from '../../../contract/buyer-data.ts'
import type { Api } from '../../http/api.ts'
import type { Ports } from '../../ports/index.ts'
import { buyerDataRateLimits, eraseBuyerData, exportBuyerData, requestBuyerData } from './service.ts'

export function buyerDataRoutes(api: Api, ports: Ports) {
  api.on(contract.requestBuyerData, ({ body }) => requestBuyerData(ports, body.email), {
    limits: ({ body, ip }) => buyerDataRateLimits(ports, body.email, ip),
  })
  api.file(contract.exportBuyerData, ({ params }) => exportBuyerData(ports, params.token))
  api.on(contract.eraseBuyerData, ({ params }) => eraseBuyerData(ports, params.token))
}
