import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'
import { Email, Id, IdParams, list, Timestamp } from './schemas.ts'

/** An email address that may create an account while sign-up is by invitation. */
const Invitation = z.object({
  id: Id,
  email: z.string(),
  invitedBy: z.string(),
  createdAt: Timestamp,
  /** When an account was created with it. */
  acceptedAt: z.nullable(Timestamp),
})

const Invitations = z.object({ invitations: list(Invitation, limits.maxListed.creatorInvitations) })

export const listCreatorInvitations = defineRoute({
  method: 'GET',
  path: '/api/admin/creator-invitations',
  auth: 'admin',
  summary: 'Lists invited email addresses, newest first; at most 200.',
  response: Invitations,
})

export const inviteCreators = defineRoute({
  method: 'POST',
  path: '/api/admin/creator-invitations',
  auth: 'admin',
  summary: 'Invites email addresses, and emails those that were not invited before.',
  body: z.object({
    emails: z
      .array(Email, { error: 'Enter at least one email address' })
      .check(z.minLength(1, 'Enter at least one email address'), z.maxLength(50, 'Invite up to 50 at once')),
  }),
  response: Invitations,
})

export const withdrawCreatorInvitation = defineRoute({
  method: 'DELETE',
  path: '/api/admin/creator-invitations/:id',
  auth: 'admin',
  summary: 'Withdraws an invitation. An account that was created with it stays.',
  params: IdParams,
  response: Invitations,
})
