import * as adminContract from '../../../../contract/admin-payouts.ts'
import { limits } from '../../../../contract/limits.ts'
import { stopPayouts as stopContract } from '../../../../contract/payout-method-state.ts'
import * as payoutFundsContract from '../../../../contract/payout-runs.ts'
import * as payoutsContract from '../../../../contract/payouts.ts'
import type { Api } from '../../../http/api.ts'
import type { Ports } from '../../../ports/index.ts'
import { listPayouts, markPayoutPaid, markPayoutReturned } from './mark-payout.ts'
import { getPayoutFunds } from './platform-balance.ts'
import { presentPayout } from './present.ts'
import { previewRun } from './preview-run.ts'
import { selectPayoutsOf } from './repository.ts'
import { getPayoutCalendar, getPayoutRun, startPayoutRun } from './runs.ts'
import { stopPayouts } from './stop-payouts.ts'

/** Payouts listed in the settings: more than sixteen years of monthly ones. */
const maxHistoryRows = limits.maxListed.payoutHistory

export function payoutRoutes(api: Api, ports: Ports) {
  api.form(
    stopContract,
    async ({ params }) => {
      await stopPayouts(ports, params.token)
      return `/stop-payouts/${params.token}`
    },
    // The page shows the error of a link that does not work.
    { onError: ({ params }) => `/stop-payouts/${params.token}` },
  )
  api.on(payoutsContract.getPayoutHistory, async ({ viewer }) =>
    (await selectPayoutsOf(ports.db, viewer.id, maxHistoryRows)).map(presentPayout),
  )
  api.on(payoutFundsContract.getPayoutFunds, () => getPayoutFunds(ports))
  api.on(payoutFundsContract.previewPayouts, ({ query }) => previewRun(ports, query))
  api.on(adminContract.processPayouts, ({ viewer, body }) => startPayoutRun(ports, viewer, body))
  api.on(payoutFundsContract.getPayoutRun, ({ params }) => getPayoutRun(ports, params.id))
  api.on(payoutFundsContract.getPayoutCalendar, () => getPayoutCalendar(ports))
  api.on(payoutFundsContract.listPayouts, ({ query }) => listPayouts(ports, query))
  api.on(payoutFundsContract.markPayoutPaid, ({ viewer, params, body }) =>
    markPayoutPaid(ports, viewer, { ...body, id: params.id }),
  )
  api.on(payoutFundsContract.markPayoutReturned, ({ viewer, params, body }) =>
    markPayoutReturned(ports, viewer, { id: params.id, notes: body.notes }),
  )
}
