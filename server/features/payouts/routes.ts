import { processPayouts } from '../../../contract/admin.ts'
import {
  exportPayoutFile,
  getPayoutRun,
  listPayouts,
  markPayoutPaid,
  previewPayouts,
  returnPayout,
} from '../../../contract/payout-runs.ts'
import {
  createDashboardLink,
  getConnectStatus,
  getPayoutHistory,
  getStatement,
  getStatementFile,
  setupPayout,
  startConnect,
} from '../../../contract/payouts.ts'
import type { Api } from '../../http/api.ts'
import type { Ports } from '../../ports/index.ts'
import { payoutFile } from './batch-file.ts'
import { list, markPaid, markReturned } from './by-hand.ts'
import { connectStatus, dashboardLink, startOnboarding } from './connect.ts'
import { setMethod } from './method.ts'
import { presentPayout } from './present.ts'
import { preview } from './preview.ts'
import { payoutsOf } from './repository.ts'
import { showRun, startRun } from './runs.ts'
import { statementFor } from './statement.ts'
import { statementFile } from './statement-file.ts'

const hour = 3_600_000
/** Payouts listed in the settings: more than sixteen years of monthly ones. */
const mostListed = 200

export function payoutRoutes(api: Api, ports: Ports) {
  api.on(getPayoutHistory, async ({ viewer }) =>
    (await payoutsOf(ports.db, viewer.id, mostListed)).map(presentPayout),
  )
  api.on(getStatement, ({ viewer, params }) => statementFor(ports, viewer, params.id))
  api.file(getStatementFile, ({ viewer, params, query }) =>
    statementFile(ports, viewer, { id: params.id, as: query.as }),
  )
  api.on(setupPayout, ({ viewer, body }) => setMethod(ports, viewer, body), {
    limits: ({ viewer }) => [{ key: `payout-method/${viewer.id}`, max: 10, perMs: hour }],
  })
  api.on(getConnectStatus, ({ viewer }) => connectStatus(ports, viewer))
  api.redirect(startConnect, async ({ viewer, params, headers }) =>
    // It opens an account at the provider: a link on another site must not. Our own page asks first.
    headers['sec-fetch-site'] === 'cross-site' ? '/connect' : startOnboarding(ports, viewer, params.provider),
  )
  api.on(createDashboardLink, ({ viewer, params }) => dashboardLink(ports, viewer, params.provider))

  api.on(previewPayouts, ({ query }) => preview(ports, query))
  api.on(processPayouts, ({ viewer, body }) => startRun(ports, viewer, body))
  api.on(getPayoutRun, ({ params }) => showRun(ports, params.id))
  api.on(listPayouts, ({ query }) => list(ports, query))
  api.on(markPayoutPaid, ({ viewer, params, body }) => markPaid(ports, viewer, { ...body, id: params.id }))
  api.on(returnPayout, ({ viewer, params, body }) =>
    markReturned(ports, viewer, { id: params.id, notes: body.notes }),
  )
  api.file(exportPayoutFile, ({ query }) => payoutFile(ports, query))
}
