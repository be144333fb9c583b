import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { StaffRole } from '../../../../contract/accounts.ts'
import type * as contract from '../../../../contract/admin-people.ts'
import { AppError } from '../../../../domain/errors.ts'
import { commandLine } from '../../../config/command-line.ts'
import type { Tx } from '../../../db/database.ts'
import { deleteRows } from '../../../db/rows.ts'
import { staffInvitations } from '../../../db/schema/index.ts'
import { enforceRateLimits } from '../../../http/rate-limit.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { requireRecentSignIn } from '../../people/accounts/guards.ts'
import { findOwner } from '../../people/accounts/ownership.ts'
import { staffRoleOf } from '../../people/accounts/present.ts'
import {
  findUserByEmail,
  findUserById,
  lockCreator,
  type UserRow,
  updateUser,
} from '../../people/accounts/repository.ts'
import {
  lockAdmins,
  selectInvitations,
  selectStaff,
  upsertInvitation,
} from '../../people/accounts/staff-repository.ts'
import { recordAuditEntry } from '../../site/audit/record.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { invitationRateLimits } from '../../telling/email/rate-limits.ts'

const invitationMs = 14 * 24 * 3_600_000

type People = z.input<typeof contract.listPeople.response>

export async function listPeople({ db, clock }: Ports): Promise<People> {
  const members = await selectStaff(db)
  const invitations = await selectInvitations(db, clock.now())
  return {
    people: members.flatMap(({ user, hasPasskey }) => {
      const role = staffRoleOf(user)
      if (!role) return []
      const { id, firstName: name, email } = user
      return [{ userId: Number(id), name, email, role, isOwner: user.isOwner, hasPasskey }]
    }),
    invitations: invitations.map(({ email, role, expiresAt }) => ({
      email,
      role,
      expiresAt: expiresAt.toISOString(),
    })),
  }
}

/** Gives an existing account its role at once, and invites an email without one. */
export async function invitePerson(
  ports: Ports,
  viewer: Viewer,
  { email: typed, role }: { email: string; role: StaffRole },
): Promise<People> {
  requireRecentSignIn(ports, viewer)
  const email = typed.toLowerCase()
  const existing = await findUserByEmail(ports.db, email)
  if (existing?.suspendedAt) throw new AppError('conflict', 'This account is suspended. Restore it first.')
  if (existing && staffRoleOf(existing))
    throw new AppError('conflict', 'This person is on the list already.', { email: 'Already on the list' })
  await enforceRateLimits(ports, invitationRateLimits(viewer.id, [email]))
  await ports.db.transaction(async (tx) => {
    if (existing?.emailVerified) await updateUser(tx, existing.id, { role })
    else await invite(tx, ports, viewer, { email, role })
    await recordAuditEntry(tx, ports, viewer, {
      action: 'invitePerson',
      target: existing ? `person/${existing.id}` : 'invitation',
      after: { email, role },
    })
    await sendEmail(tx, ports, {
      kind: 'staff_invited',
      dedupeKey: `staff/${randomUUID()}`,
      to: email,
      data: { role, actorEmail: viewer.email },
    })
  })
  return listPeople(ports)
}

export async function changePersonRole(
  ports: Ports,
  viewer: Viewer,
  { id, role }: { id: number; role: StaffRole },
): Promise<People> {
  return changeStaff(ports, viewer, id, async (tx, person, before) => {
    if (before === role) return
    if (before === 'admin') await requireAnotherAdmin(tx, person.id)
    await updateUser(tx, person.id, { role })
    await recordAuditEntry(tx, ports, viewer, {
      action: 'changePersonRole',
      target: `person/${person.id}`,
      before: { email: person.email, role: before },
      after: { role },
    })
  })
}

export async function removePerson(ports: Ports, viewer: Viewer, id: number): Promise<People> {
  return changeStaff(ports, viewer, id, async (tx, person, before) => {
    if (before === 'admin') await requireAnotherAdmin(tx, person.id)
    await updateUser(tx, person.id, { role: null })
    await recordAuditEntry(tx, ports, viewer, {
      action: 'removePerson',
      target: `person/${person.id}`,
      before: { email: person.email, role: before },
      after: { role: null },
    })
    await sendEmail(tx, ports, {
      kind: 'staff_removed',
      dedupeKey: `staff/${randomUUID()}`,
      to: person.email,
      data: {},
    })
  })
}

export async function withdrawInvitation(ports: Ports, viewer: Viewer, email: string): Promise<People> {
  await ports.db.transaction(async (tx) => {
    const [withdrawn] = await deleteRows(tx, staffInvitations, { email: email.toLowerCase() })
    if (!withdrawn)
      throw new AppError('not_found', 'We couldn’t find that invitation. It may have been accepted.')
    await recordAuditEntry(tx, ports, viewer, {
      action: 'withdrawInvitation',
      target: 'invitation',
      before: { email },
    })
  })
  return listPeople(ports)
}

async function invite(
  tx: Tx,
  { clock }: Ports,
  viewer: Viewer,
  { email, role }: { email: string; role: StaffRole },
): Promise<void> {
  const createdAt = clock.now()
  const expiresAt = new Date(createdAt.getTime() + invitationMs)
  await upsertInvitation(tx, { email, role, invitedBy: viewer.id, createdAt, expiresAt })
}

type Change = (tx: Tx, person: UserRow, role: StaffRole) => Promise<void>

/**
 * Changes a person with a role that was given here. The admins are locked, in the order of their ids, so that two of
 * them can't remove each other at the same time. Throws AppError `not_found`, `conflict` or `forbidden`.
 */
async function changeStaff(ports: Ports, viewer: Viewer, id: number, change: Change): Promise<People> {
  requireRecentSignIn(ports, viewer)
  if (!(await findUserById(ports.db, String(id)))) throw personNotFound()
  await ports.db.transaction(async (tx) => {
    await lockAdmins(tx)
    await requireStillAdmin(tx, viewer)
    const person = await lockCreator(tx, String(id))
    if (person.isOwner)
      throw new AppError(
        'conflict',
        `This account owns the site. Whoever runs the server can make someone else the owner with ${commandLine('staff')}.`,
      )
    const role = staffRoleOf(person)
    if (!role) throw personNotFound()
    await change(tx, person, role)
  })
  return listPeople(ports)
}

/** The viewer's own role may have been taken since the request was authorized. */
async function requireStillAdmin(tx: Tx, viewer: Viewer): Promise<void> {
  const row = await findUserById(tx, viewer.id)
  if (!row || staffRoleOf(row) !== 'admin') throw new AppError('forbidden', 'Access Denied')
}

async function requireAnotherAdmin(tx: Tx, personId: string): Promise<void> {
  const others = (await lockAdmins(tx)).filter((id) => id !== personId)
  if (others.length > 0 || (await findOwner(tx))) return
  throw new AppError('conflict', 'This is the last admin. Make someone else an admin first.')
}

const personNotFound = () => new AppError('not_found', 'We couldn’t find that person.')
