import * as contract from '../../../../contract/accounts.ts'
import type { Feature } from '../../feature.ts'
import { invitationEmails } from './emails.tsx'
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
  emails: invitationEmails,
  retention: [
    {
      stores: ['sign_up_invitations'],
      data: 'email addresses that may create an account',
      kept: 'until the invitation is withdrawn',
    },
  ],
} satisfies Feature
