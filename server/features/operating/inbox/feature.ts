import * as contract from '../../../../contract/inbox.ts'
import type { Feature } from '../../feature.ts'
import { getInboxCase, getOverview, listInbox } from './inbox.ts'

export const inbox = {
  name: 'operating/inbox',
  routes(api, ports, { inbox: sources }) {
    api.on(contract.getAdminOverview, () => getOverview(ports, sources))
    api.on(contract.listInbox, ({ query }) => listInbox(ports, sources, query))
    api.on(contract.getInboxCase, ({ params }) => getInboxCase(ports, sources, params))
  },
} satisfies Feature
