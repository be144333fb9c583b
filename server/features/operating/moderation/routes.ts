import * as adminOverviewContract from '../../../../contract/admin-overview.ts'
import * as reportsContract from '../../../../contract/moderation.ts'
import type { AppError } from '../../../../domain/errors.ts'
import { cut } from '../../../../domain/truncate.ts'
import type { Api } from '../../../http/api.ts'
import { ipPrefix } from '../../../http/rate-limit.ts'
import type { Ports } from '../../../ports/index.ts'
import { listCreators, reinstateCreator, suspendCreator } from './creators.ts'
import {
  createReport,
  dismissReports,
  getReportableContent,
  listReportedContent,
  reinstateContent,
  takeDownContent,
} from './reports.ts'
import { approveContent, getReviewedFile, listPendingReviews, rejectContent } from './reviews.ts'

const hourMs = 3_600_000

export function reportRoutes(api: Api, ports: Ports) {
  api.on(reportsContract.getReportableContent, ({ params }) => getReportableContent(ports, params.id))
  api.form(
    reportsContract.reportContentForm,
    async ({ params, body }) => {
      await createReport(ports, params.id, body)
      return `/report/${params.id}?sent=true`
    },
    {
      // Reporters are anonymous: one limit is for each network, the other for each item.
      limits: ({ params, ip }) => [
        { key: `report/${ipPrefix(ip)}`, max: 10, windowMs: hourMs },
        { key: `report-item/${params.id}`, max: 100, windowMs: hourMs },
      ],
      onError: ({ params, body }, error) => reportFormErrorUrl(params.id, body, error),
    },
  )
  api.on(reportsContract.listReportedContent, ({ query }) => listReportedContent(ports, query))
  api.on(reportsContract.takeDownContent, ({ viewer, params, body }) =>
    takeDownContent(ports, viewer, { ...body, id: params.id }),
  )
  api.on(reportsContract.reinstateContent, ({ viewer, params }) => reinstateContent(ports, viewer, params.id))
  api.on(reportsContract.dismissReports, ({ viewer, params }) => dismissReports(ports, viewer, params.id))
}

function reportFormErrorUrl(
  id: number,
  form: { reason: string; details: string; email: string },
  error: AppError,
): string {
  if (error.code === 'not_found') throw error
  const problem = Object.keys(error.fields ?? {})[0] ?? error.code
  return `/report/${id}?${new URLSearchParams({ problem, ...form, details: cut(form.details, 2_000) })}`
}

export function contentReviewRoutes(api: Api, ports: Ports) {
  api.on(reportsContract.listPendingReviews, () => listPendingReviews(ports))
  api.file(reportsContract.getReviewedFile, ({ params, query }) =>
    getReviewedFile(ports, params.id, query.part),
  )
  api.on(reportsContract.approveContent, ({ viewer, params, body }) =>
    approveContent(ports, viewer, { ...body, id: params.id }),
  )
  api.on(reportsContract.rejectContent, ({ viewer, params, body }) =>
    rejectContent(ports, viewer, { ...body, id: params.id }),
  )
}

export function creatorRoutes(api: Api, ports: Ports) {
  api.on(adminOverviewContract.listCreators, ({ query }) => listCreators(ports, query))
  api.on(adminOverviewContract.suspendCreator, ({ viewer, params, body }) =>
    suspendCreator(ports, viewer, { id: params.id, reason: body.reason }),
  )
  api.on(adminOverviewContract.restoreCreator, ({ viewer, params }) =>
    reinstateCreator(ports, viewer, params.id),
  )
}
