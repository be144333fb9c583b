import * as reportsContract from '../../../contract/content-reports.ts'
import type { AppError } from '../../../domain/errors.ts'
import type { Api } from '../../http/api.ts'
import { ipPrefix } from '../../http/rate-limit.ts'
import type { Ports } from '../../ports/index.ts'
import {
  createReport,
  dismissReports,
  getReportableContent,
  listReportedContent,
  reinstateContent,
  takeDownContent,
} from './service.ts'

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
      // The reporter is anonymous: the IP address limits one person, the item limits a crowd.
      limits: ({ params, ip }) => [
        { key: `report/${ipPrefix(ip)}`, max: 10, windowMs: hourMs },
        { key: `report-item/${params.id}`, max: 100, windowMs: hourMs },
      ],
      onError: ({ params, body }, refusal) => reportFormErrorUrl(params.id, body, refusal),
    },
  )
  api.on(reportsContract.listReportedContent, ({ query }) => listReportedContent(ports, query))
  api.on(reportsContract.takeDownContent, ({ viewer, params, body }) =>
    takeDownContent(ports, viewer, { ...body, id: params.id }),
  )
  api.on(reportsContract.reinstateContent, ({ viewer, params }) => reinstateContent(ports, viewer, params.id))
  api.on(reportsContract.dismissReports, ({ viewer, params }) => dismissReports(ports, viewer, params.id))
}

/** The form with its input and an error code. */
function reportFormErrorUrl(
  id: number,
  typed: { reason: string; details: string; email: string },
  refusal: AppError,
): string {
  if (refusal.code === 'not_found') throw refusal
  const problem = Object.keys(refusal.fields ?? {})[0] ?? refusal.code
  return `/report/${id}?${new URLSearchParams({ problem, ...typed, details: typed.details.slice(0, 2_000) })}`
}
