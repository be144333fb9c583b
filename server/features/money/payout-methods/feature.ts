import * as stateContract from '../../../../contract/payout-method-state.ts'
import * as payoutsContract from '../../../../contract/payouts.ts'
import { isFromOwnPage } from '../../../http/origin-checks.ts'
import type { Feature } from '../../feature.ts'
import { recordBankCountries } from './bank-countries.ts'
import { forgetEarlierDetails } from './change.ts'
import { createDashboardLink, getConnectStatus, startOnboarding } from './connect.ts'
import { encryptStoredDetails } from './encrypt-details.ts'
import { methodStateTable } from './exported-table.ts'
import { setPayoutCountry, setPayoutMethod } from './method.ts'
import { confirmMethod, getMethodState } from './method-state.ts'
import { getNotMe } from './not-me.ts'

const hourMs = 3_600_000

export const payoutMethods = {
  name: 'money/payout-methods',
  routes(api, ports) {
    api.on(payoutsContract.setPayoutMethod, ({ viewer, body }) => setPayoutMethod(ports, viewer, body), {
      limits: ({ viewer }) => [{ key: `payout-method/${viewer.id}`, max: 10, windowMs: hourMs }],
    })
    api.on(stateContract.getPayoutMethodState, ({ viewer }) => getMethodState(ports, viewer))
    api.on(stateContract.confirmPayoutMethod, ({ viewer }) => confirmMethod(ports, viewer))
    api.on(stateContract.getNotMe, ({ params }) => getNotMe(ports, params.token))
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
  },
  // During a rolling upgrade a process of the previous version can still store details in clear.
  periodic: [
    { steps: [encryptStoredDetails, recordBankCountries], everyMs: 24 * hourMs, withAnyClock: true },
    { steps: [forgetEarlierDetails], everyMs: 24 * hourMs },
  ],
  retention: [
    {
      stores: ['payout_method_states'],
      data: 'payout details of before a change, encrypted, and what creators are asked about them',
      kept: 'until a day after the new ones are used, or until the account is closed',
    },
  ],
  exportedTables: (db, creatorId) => [methodStateTable(db, creatorId)],
} satisfies Feature
