import * as payoutsContract from '../../../../contract/payouts.ts'
import type { Api } from '../../../http/api.ts'
import { isFromOwnPage } from '../../../http/origin-checks.ts'
import type { Ports } from '../../../ports/index.ts'
import { createDashboardLink, getConnectStatus, startOnboarding } from './connect.ts'
import { setPayoutCountry, setPayoutMethod } from './method.ts'

const hourMs = 3_600_000

export function payoutMethodRoutes(api: Api, ports: Ports) {
  api.on(payoutsContract.setPayoutMethod, ({ viewer, body }) => setPayoutMethod(ports, viewer, body), {
    limits: ({ viewer }) => [{ key: `payout-method/${viewer.id}`, max: 10, windowMs: hourMs }],
  })
  api.on(payoutsContract.getConnectStatus, ({ viewer }) => getConnectStatus(ports, viewer))
  api.on(payoutsContract.setPayoutCountry, ({ viewer, body }) => setPayoutCountry(ports, viewer, body), {
    limits: ({ viewer }) => [{ key: `payout-country/${viewer.id}`, max: 20, windowMs: hourMs }],
  })
  api.redirect(
    payoutsContract.startConnectOnboarding,
    async ({ viewer, params, headers }) =>
      // It creates an account at the provider, so a link from another site must not trigger it. Our own page asks
      // first.
      isFromOwnPage(headers) ? startOnboarding(ports, viewer, params.provider) : '/connect',
    { signsInTo: '/connect' },
  )
  api.on(payoutsContract.createDashboardLink, ({ viewer, params }) =>
    createDashboardLink(ports, viewer, params.provider),
  )
}
