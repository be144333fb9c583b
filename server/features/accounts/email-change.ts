import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { User } from '../../../contract/accounts.ts'
import { limits } from '../../../contract/limits.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Viewer } from '../../http/call.ts'
import type { Ports } from '../../ports/index.ts'
import { requireFreshSignIn } from './fresh.ts'
import { changeCodeMail, emailChangedMail, takenAddressMail } from './mails.ts'
import { presentUser } from './present.ts'
import {
  dropEmailChange,
  dropIdentities,
  endSessions,
  keepEmailChange,
  tryEmailChange,
  updateUser,
  userByEmail,
} from './repository.ts'

/**
 * Both sides must agree: the old address, so that nobody takes an account away, and the new one, so that nobody claims
 * what is not theirs. Whether somebody has the new address already is told to that address alone.
 */
export async function askEmailChange(ports: Ports, viewer: Viewer, asked: string): Promise<void> {
  requireFreshSignIn(ports, viewer)
  const { db, clock, mailer } = ports
  const email = asked.toLowerCase()
  if (email === viewer.email) {
    const sentence = 'This is your address already.'
    throw new AppError('invalid_input', sentence, { email: sentence })
  }
  const isTaken = (await userByEmail(db, email)) !== undefined
  const [oldCode, newCode] = [sixDigits(), sixDigits()]
  const now = clock.now()
  await keepEmailChange(db, {
    userId: viewer.id,
    newEmail: email,
    oldCode: hashed(ports, oldCode),
    newCode: hashed(ports, newCode),
    expiresAt: new Date(now.getTime() + limits.emailChangeLifetime),
    createdAt: now,
  })
  await mailer.send(changeCodeMail({ to: viewer.email, code: oldCode, newEmail: email, side: 'old' }))
  await mailer.send(
    isTaken
      ? takenAddressMail({ to: email })
      : changeCodeMail({ to: email, code: newCode, newEmail: email, side: 'new' }),
  )
}

type Codes = { oldCode: string; newCode: string }

/** Whoever signed in elsewhere with the old address, or through a provider that knows it, is signed out. */
export async function confirmEmailChange(ports: Ports, viewer: Viewer, codes: Codes): Promise<User> {
  const { db, clock, mailer, config } = ports
  const change = await tryEmailChange(db, { userId: viewer.id, most: limits.signInCodeTries })
  if (!change) throw new AppError('conflict', 'These codes do not work any more. Ask for new ones.')
  if (change.expiresAt <= clock.now())
    throw new AppError('conflict', 'These codes are too old. Ask for new ones.')
  refuseWrong(ports, change, codes)

  const row = await db.transaction(async (tx) => {
    const holder = await userByEmail(tx, change.newEmail)
    if (holder) throw new AppError('conflict', 'Another account has this address by now.')
    const changed = await updateUser(tx, viewer.id, {
      email: change.newEmail,
      emailVerified: true,
      updatedAt: clock.now(),
    })
    await dropEmailChange(tx, viewer.id)
    await dropIdentities(tx, viewer.id)
    await endSessions(tx, viewer.id, { except: viewer.sessionId })
    return changed
  })
  if (!row) throw new AppError('unauthorized', 'Unauthorized')
  await mailer.send(
    emailChangedMail({ to: viewer.email, newEmail: change.newEmail, publicUrl: config.publicUrl }),
  )
  return presentUser(row, config)
}

function refuseWrong(ports: Ports, kept: Codes, given: Codes): void {
  const wrong = (['oldCode', 'newCode'] as const).filter(
    (side) => !isSame(kept[side], hashed(ports, given[side])),
  )
  if (wrong.length === 0) return
  const sentence = 'This code is not right. Check the e-mail and try again.'
  throw new AppError('invalid_input', sentence, Object.fromEntries(wrong.map((side) => [side, sentence])))
}

function sixDigits(): string {
  return String(randomInt(10 ** limits.signInCodeDigits)).padStart(limits.signInCodeDigits, '0')
}

/** With the instance's secret: six digits alone could be found by trying them all. */
function hashed({ secret }: Pick<Ports, 'secret'>, code: string): string {
  return createHmac('sha256', secret).update(`email-change ${code}`).digest('base64url')
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
