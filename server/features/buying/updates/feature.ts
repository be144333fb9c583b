import * as contract from '../../../../contract/item-updates.ts'
import type { Feature } from '../../feature.ts'
import { addVersion } from '../../selling/content/versions.ts'
import { updateEmails } from './emails.tsx'
import { getItemUpdates, listVersions, notifyBuyers, resumeUpdates, stopUpdates } from './updates.ts'

export const updates = {
  name: 'buying/updates',
  routes(api, ports) {
    api.on(contract.listContentVersions, ({ viewer, params }) => listVersions(ports, viewer, params.id))
    api.on(contract.addContentVersion, ({ viewer, params, body }) =>
      addVersion(ports, viewer, { id: params.id, ...body }),
    )
    api.on(contract.getItemUpdates, ({ params }) => getItemUpdates(ports, params.token))
    api.oneClick(
      contract.stopItemUpdates,
      ({ params: { token } }) => stopUpdates(ports, token),
      ({ params: { token } }) => `/stop-updates/${token}`,
    )
    api.form(
      contract.resumeItemUpdates,
      async ({ params: { token } }) => {
        await resumeUpdates(ports, token)
        return `/stop-updates/${token}`
      },
      { onError: ({ params: { token } }) => `/stop-updates/${token}` },
    )
  },
  jobs: { 'notify-buyers': notifyBuyers },
  emails: updateEmails,
  retention: [
    {
      stores: ['content_update_opt_outs'],
      data: 'addresses that get no updates of an item they bought',
      kept: 'until their data is erased or the creator’s account is closed',
    },
  ],
} satisfies Feature
