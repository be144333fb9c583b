import * as contract from '../../../contract/content-reviews.ts'
import type { Api } from '../../http/api.ts'
import type { Ports } from '../../ports/index.ts'
import { approveContent, getReviewedFile, listPendingReviews, rejectContent } from './service.ts'

export function contentReviewRoutes(api: Api, ports: Ports) {
  api.on(contract.listPendingReviews, () => listPendingReviews(ports))
  api.file(contract.getReviewedFile, ({ params }) => getReviewedFile(ports, params.id))
  api.on(contract.approveContent, ({ viewer, params, body }) =>
    approveContent(ports, viewer, { ...body, id: params.id }),
  )
  api.on(contract.rejectContent, ({ viewer, params, body }) =>
    rejectContent(ports, viewer, { ...body, id: params.id }),
  )
}
