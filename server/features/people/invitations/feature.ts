import * as contract from '../../../../contract/accounts.ts'
import type { Api } from '../../../http/api.ts'
import type { Ports } from '../../../ports/index.ts'
import { inviteCreators, listCreatorInvitations, withdrawCreatorInvitation } from './service.ts'

export function invitationRoutes(api: Api, ports: Ports) {
  api.on(contract.listCreatorInvitations, () => listCreatorInvitations(ports))
  api.on(contract.inviteCreators, ({ viewer, body }) => inviteCreators(ports, viewer, body.emails))
  api.on(contract.withdrawCreatorInvitation, ({ viewer, params }) =>
    withdrawCreatorInvitation(ports, viewer, params.id),
  )
}
