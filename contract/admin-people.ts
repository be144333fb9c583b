import * as z from 'zod/mini'
import { staffRoles } from './accounts.ts'
import { normalizeEmail } from './email-address.ts'
import { defineRoute } from './route.ts'
import { Email, Id, IdParams, Timestamp } from './schemas.ts'

const Role = z.enum(staffRoles, { error: 'Choose what this person may do' })

export const Person = z.object({
  userId: Id,
  name: z.nullable(z.string()),
  email: z.string(),
  role: Role,
  /** The owner of the site, who can't be changed here. */
  isOwner: z.boolean(),
  /** Whether the person confirms each sign-in with a passkey. */
  hasPasskey: z.boolean(),
})
export type Person = z.infer<typeof Person>

export const PersonInvitation = z.object({
  email: z.string(),
  role: Role,
  expiresAt: Timestamp,
})
export type PersonInvitation = z.infer<typeof PersonInvitation>

const People = z.object({ people: z.array(Person), invitations: z.array(PersonInvitation) })

export const listPeople = defineRoute({
  method: 'GET',
  path: '/api/admin/people',
  auth: 'admin',
  summary: 'Lists who may open the admin pages, and open invitations.',
  response: People,
})

export const StaffInvitationInput = z.object({ email: Email, role: Role })

export const invitePerson = defineRoute({
  method: 'POST',
  path: '/api/admin/people',
  auth: 'admin',
  summary:
    'Lets an account open the admin pages, as an admin or as an accountant who reads. An email without an account gets an invitation for 14 days, which its first sign-in accepts. Requires a recent sign-in.',
  body: StaffInvitationInput,
  response: People,
})

export const changePersonRole = defineRoute({
  method: 'PATCH',
  path: '/api/admin/people/:id',
  auth: 'admin',
  summary: 'Changes what a person may do. The last admin stays. Requires a recent sign-in.',
  params: IdParams,
  body: z.object({ role: Role }),
  response: People,
})

export const removePerson = defineRoute({
  method: 'DELETE',
  path: '/api/admin/people/:id',
  auth: 'admin',
  summary: 'Closes the admin pages for a person at once. The last admin stays. Requires a recent sign-in.',
  params: IdParams,
  response: People,
})

export const withdrawInvitation = defineRoute({
  method: 'DELETE',
  path: '/api/admin/invitations/:email',
  auth: 'admin',
  summary: 'Withdraws an invitation that was not accepted.',
  params: z.object({ email: z.string().check(z.overwrite(normalizeEmail), z.maxLength(254)) }),
  response: People,
})
