import { desc } from 'drizzle-orm'
import { limits } from '../../../../contract/limits.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { Db } from '../../../db/database.ts'
import { deleteRows } from '../../../db/rows.ts'
import { signUpInvitations } from '../../../db/schema/index.ts'
import { enforceRateLimits } from '../../../http/rate-limit.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { recordAuditEntry } from '../../site/audit/record.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { invitationRateLimits } from '../../telling/email/rate-limits.ts'

const maxListed = limits.maxListed.creatorInvitations

export async function listCreatorInvitations({ db }: Pick<Ports, 'db'>) {
  return { invitations: (await selectNewest(db)).map(present) }
}

export async function inviteCreators(ports: Ports, viewer: Viewer, emails: ReadonlyArray<string>) {
  const addresses = [...new Set(emails.map((email) => email.toLowerCase()))]
  await enforceRateLimits(ports, invitationRateLimits(viewer.id, addresses))
  await ports.db.transaction(async (tx) => {
    const added = await tx
      .insert(signUpInvitations)
      .values(
        addresses.map((email) => ({ email, invitedByEmail: viewer.email, createdAt: ports.clock.now() })),
      )
      .onConflictDoNothing()
      .returning()
    for (const { id, email } of added)
      await sendEmail(tx, ports, {
        kind: 'sign_up_invitation',
        dedupeKey: `invitation/${id}`,
        to: email,
        data: {},
      })
    await recordAuditEntry(tx, ports, viewer, {
      action: 'inviteCreators',
      target: 'invitations',
      after: { emails: added.map(({ email }) => email) },
    })
  })
  return listCreatorInvitations(ports)
}

/** Throws AppError `not_found`. */
export async function withdrawCreatorInvitation(ports: Ports, viewer: Viewer, id: number) {
  await ports.db.transaction(async (tx) => {
    const [removed] = await deleteRows(tx, signUpInvitations, { id })
    if (!removed) throw new AppError('not_found', 'We couldn’t find that invitation.')
    await recordAuditEntry(tx, ports, viewer, {
      action: 'withdrawCreatorInvitation',
      target: `invitation/${id}`,
      before: { email: removed.email },
    })
  })
  return listCreatorInvitations(ports)
}

function selectNewest(db: Db) {
  return db
    .select()
    .from(signUpInvitations)
    .orderBy(desc(signUpInvitations.createdAt), desc(signUpInvitations.id))
    .limit(maxListed)
}

function present({
  id,
  email,
  invitedByEmail,
  createdAt,
  acceptedAt,
}: typeof signUpInvitations.$inferSelect) {
  return {
    id,
    email,
    invitedBy: invitedByEmail,
    createdAt: createdAt.toISOString(),
    acceptedAt: acceptedAt?.toISOString() ?? null,
  }
}
