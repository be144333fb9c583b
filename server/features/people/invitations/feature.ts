import * as contract from '../../../../contract/accounts.ts'
import type { Feature } from '../../feature.ts'
import { inviteCreators, listCreatorInvitations, withdrawCreatorInvitation } from './service.ts'

export const invitations = {
  name: 'people/invitations',
  routes(api, ports) {
    api.on(contract.listCreatorInvitations, () => listCreatorInvitations(ports))
    api.on(contract.inviteCreators, ({ viewer, body }) => inviteCreators(ports, viewer, body.emails))
    api.on(contract.withdrawCreatorInvitation, ({ viewer, params }) =>
      withdrawCreatorInvitation(ports, viewer, params.id),
    )
  },
} satisfies Feature
