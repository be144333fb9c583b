import * as contract from '../../../../contract/admin-people.ts'
import { rowsBefore } from '../../../db/delete-batch.ts'
import * as tables from '../../../db/schema/index.ts'
import type { Feature } from '../../feature.ts'
import { peopleEmails } from './emails.tsx'
import { changePersonRole, invitePerson, listPeople, removePerson, withdrawInvitation } from './people.ts'

export const staff = {
  name: 'operating/staff',
  routes(api, ports) {
    api.on(contract.listPeople, () => listPeople(ports))
    api.on(contract.invitePerson, ({ viewer, body }) => invitePerson(ports, viewer, body))
    api.on(contract.changePersonRole, ({ viewer, params, body }) =>
      changePersonRole(ports, viewer, { id: params.id, role: body.role }),
    )
    api.on(contract.removePerson, ({ viewer, params }) => removePerson(ports, viewer, params.id))
    api.on(contract.withdrawInvitation, ({ viewer, params }) =>
      withdrawInvitation(ports, viewer, params.email),
    )
  },
  emails: peopleEmails,
  retention: [
    {
      store: 'staff_invitations',
      data: 'invitations to the admin pages that were not accepted',
      keepDays: 1,
      since: 'expiry',
      deleteBatch: rowsBefore(tables.staffInvitations, tables.staffInvitations.expiresAt),
    },
  ],
} satisfies Feature
