import * as contract from '../../../../contract/admin-people.ts'
import type { Feature } from '../../feature.ts'
import { changePersonRole, invitePerson, listPeople, removePerson, withdrawInvitation } from './people.ts'

/** Who may open the admin pages. */
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
} satisfies Feature
