import * as contract from '../../../../contract/payout-batches.ts'
import type { Api } from '../../../http/api.ts'
import type { Ports } from '../../../ports/index.ts'
import { dissolveBatch, getBatch, listBatches, makeBatchesNow } from './batches.ts'
import { downloadBatch } from './file.ts'
import { markBatchPaid, previewResult, recordResult } from './record-result.ts'

export function payoutBatchRoutes(api: Api, ports: Ports) {
  api.on(contract.listPayoutBatches, ({ query }) => listBatches(ports, query))
  api.on(contract.makePayoutBatches, ({ viewer }) => makeBatchesNow(ports, viewer))
  api.on(contract.getPayoutBatch, ({ params }) => getBatch(ports, params.id))
  api.file(contract.downloadPayoutBatch, ({ viewer, params }) => downloadBatch(ports, viewer, params.id))
  api.on(contract.dissolvePayoutBatch, ({ viewer, params }) => dissolveBatch(ports, viewer, params.id))
  api.on(contract.markPayoutBatchPaid, ({ viewer, params, body }) =>
    markBatchPaid(ports, viewer, { ...body, id: params.id }),
  )
  api.on(contract.readPayoutResult, ({ params, body }) => previewResult(ports, { ...body, id: params.id }))
  api.on(contract.recordPayoutResult, ({ viewer, params, body }) =>
    recordResult(ports, viewer, { ...body, id: params.id }),
  )
}
