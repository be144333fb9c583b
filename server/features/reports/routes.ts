import {
  dismissReports,
  getReportable,
  holdContent,
  listReportedContent,
  releaseContent,
  reportContentForm,
} from '../../../contract/reports.ts'
import type { AppError } from '../../../domain/errors.ts'
import type { Api } from '../../http/api.ts'
import { networkOf } from '../../http/throttle.ts'
import type { Ports } from '../../ports/index.ts'
import { dismiss, hold, keepReport, listReported, release, showReportable } from './service.ts'

const hour = 3_600_000

export function reportRoutes(api: Api, ports: Ports) {
  api.on(getReportable, ({ params }) => showReportable(ports, params.id))
  api.form(
    reportContentForm,
    async ({ params, body }) => {
      await keepReport(ports, params.id, body)
      return `/report/${params.id}?sent=true`
    },
    {
      // Whoever reports is unknown: the address bounds one person, the item a crowd.
      limits: ({ params, ip }) => [
        { key: `report/${networkOf(ip)}`, max: 10, perMs: hour },
        { key: `report-item/${params.id}`, max: 100, perMs: hour },
      ],
      back: ({ params, body }, refusal) => backToForm(params.id, body, refusal),
    },
  )
  api.on(listReportedContent, ({ query }) => listReported(ports, query))
  api.on(holdContent, ({ viewer, params, body }) => hold(ports, viewer, { ...body, id: params.id }))
  api.on(releaseContent, ({ viewer, params }) => release(ports, viewer, params.id))
  api.on(dismissReports, ({ viewer, params }) => dismiss(ports, viewer, params.id))
}

/** The form again, with what was typed and what is to be mended. */
function backToForm(
  id: number,
  typed: { reason: string; details: string; email: string },
  refusal: AppError,
): string {
  if (refusal.code === 'not_found') throw refusal
  const problem = Object.keys(refusal.fields ?? {})[0] ?? refusal.code
  return `/report/${id}?${new URLSearchParams({ problem, ...typed, details: typed.details.slice(0, 2_000) })}`
}
