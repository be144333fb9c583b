import { randomUUID } from 'node:crypto'
import type { User } from '../../../../contract/accounts.ts'
import { limits } from '../../../../contract/limits.ts'
import { AppError } from '../../../../domain/errors.ts'
import { deleteRows } from '../../../db/rows.ts'
import { emailChangeRequests, oauthAccounts } from '../../../db/schema/index.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import type { NewEmail } from '../../telling/deliveries/deliveries.ts'
import { presentCurrentUser } from '../accounts/current-user.ts'
import { requireRecentSignIn } from '../accounts/guards.ts'
import {
  deleteSessions,
  type EmailChangeRow,
  findUserByEmail,
  incrementEmailChangeAttempts,
  updateUser,
  upsertEmailChange,
} from '../accounts/repository.ts'
import { sendEmailsNow, sendNow } from '../sign-in/codes.ts'
import { encryptCode, hashCode, isCodeOfHash, randomCode } from '../sign-in/one-time-code.ts'

/**
 * Both emails must confirm: the old one, so that a session cannot take over an account, and the new one, so that its
 * owner agrees. Only the owner of a taken email learns that it is taken.
 */
export async function requestEmailChange(ports: Ports, viewer: Viewer, requestedEmail: string) {
  requireRecentSignIn(ports, viewer)
  const { db, clock } = ports
  const email = requestedEmail.toLowerCase()
  if (email === viewer.email) {
    const message = 'That’s already your email address.'
    throw new AppError('invalid_input', message, { email: message })
  }
  const isTaken = (await findUserByEmail(db, email)) !== undefined
  const [oldCode, newCode] = [randomCode(), randomCode()]
  const now = clock.now()
  const oldEncrypted = await encryptCode(ports, oldCode)
  const newEncrypted = await encryptCode(ports, newCode)
  const mailIds = await db.transaction(async (tx) => {
    await upsertEmailChange(tx, {
      userId: viewer.id,
      newEmail: email,
      oldEmailCodeHash: hashCode(ports, 'email-change', oldCode),
      newEmailCodeHash: hashCode(ports, 'email-change', newCode),
      expiresAt: new Date(now.getTime() + limits.emailChangeTtlMs),
      createdAt: now,
    })
    const dedupeKey = `email-change/${randomUUID()}`
    const toOld = { userId: viewer.id, side: 'old' as const, codeEncrypted: oldEncrypted }
    const toNew = { userId: viewer.id, side: 'new' as const, codeEncrypted: newEncrypted }
    const emails: Array<NewEmail> = [
      { kind: 'email_change_code', dedupeKey: `${dedupeKey}/old`, to: viewer.email, data: toOld },
      isTaken
        ? { kind: 'email_change_taken', dedupeKey, to: email, data: {} }
        : { kind: 'email_change_code', dedupeKey: `${dedupeKey}/new`, to: email, data: toNew },
    ]
    return sendEmailsNow(tx, ports, emails)
  })
  await sendNow(ports, mailIds)
}

type EmailChangeCodes = { oldCode: string; newCode: string }

/** Ends other sessions, and removes OpenID accounts that know the old email. */
export async function confirmEmailChange(
  ports: Ports,
  viewer: Viewer,
  { browserHash, ...codes }: EmailChangeCodes & { browserHash: string | undefined },
): Promise<User> {
  const { db, clock } = ports
  const change = await incrementEmailChangeAttempts(db, {
    userId: viewer.id,
    maxAttempts: limits.maxSignInCodeAttempts,
  })
  if (!change) throw new AppError('conflict', 'These codes no longer work. Request new ones.')
  if (change.expiresAt <= clock.now())
    throw new AppError('conflict', 'These codes have expired. Request new ones.')
  assertCodesMatch(ports, change, codes)

  const { row, mailIds } = await db.transaction(async (tx) => {
    const existingUser = await findUserByEmail(tx, change.newEmail)
    if (existingUser) throw new AppError('conflict', 'Another account now uses this address.')
    const changed = await updateUser(tx, viewer.id, {
      email: change.newEmail,
      emailVerified: true,
      updatedAt: clock.now(),
    })
    await deleteRows(tx, emailChangeRequests, { userId: viewer.id })
    await deleteRows(tx, oauthAccounts, { userId: viewer.id })
    await deleteSessions(tx, viewer.id, { except: { sessionId: viewer.sessionId, browserHash } })
    const { newEmail } = change
    const dedupeKey = `email-changed/${randomUUID()}`
    const email = { kind: 'email_changed', dedupeKey, to: viewer.email, data: { newEmail } } as const
    return { row: changed, mailIds: await sendEmailsNow(tx, ports, [email]) }
  })
  if (!row) throw new AppError('unauthorized', 'Unauthorized')
  await sendNow(ports, mailIds)
  return presentCurrentUser(ports.db, row, viewer)
}

function assertCodesMatch(ports: Ports, stored: EmailChangeRow, entered: EmailChangeCodes): void {
  const hashes = { oldCode: stored.oldEmailCodeHash, newCode: stored.newEmailCodeHash }
  const wrong = (['oldCode', 'newCode'] as const).filter(
    (field) => !isCodeOfHash(ports, 'email-change', entered[field], hashes[field]),
  )
  if (wrong.length === 0) return
  const message = 'That code isn’t right. Check the email and try again.'
  throw new AppError('invalid_input', message, Object.fromEntries(wrong.map((field) => [field, message])))
}
