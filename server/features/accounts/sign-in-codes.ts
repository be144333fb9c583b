import { limits } from '../../../contract/limits.ts'
import { AppError } from '../../../domain/errors.ts'
import { reserveId } from '../../db/reserve-id.ts'
import { enforceRateLimits } from '../../http/rate-limit.ts'
import type { Ports } from '../../ports/index.ts'
import { queueUrgentEmails, sendQueuedEmails } from './code-email.ts'
import { type CodeCaller, codeAttemptLimits, codeRequestLimits } from './code-limits.ts'
import {
  deleteSignInCode,
  findSignInCode,
  incrementCodeAttempts,
  isKnownBrowser,
  upsertSignInCode,
} from './code-repository.ts'
import { encryptCode, hashCode, isCodeOfHash, randomCode } from './one-time-code.ts'

/**
 * Emails a code that works only in the requesting browser, so that no one else's requests or guesses use it up.
 * `sent` is false when the mail server has not accepted it yet: the outbox retries until the code expires.
 */
export async function requestCode(ports: Ports, { email: given, browserHash, ip }: CodeCaller) {
  const { db, clock } = ports
  const caller = { email: given.toLowerCase(), browserHash, ip }
  const { email } = caller
  const isKnown = await isKnownBrowser(db, caller)
  await enforceRateLimits(ports, codeRequestLimits({ ...caller, isKnown }))

  const code = randomCode()
  const codeEncrypted = await encryptCode(ports, code)
  const now = clock.now()
  const mailIds = await db.transaction(async (tx) => {
    const id = await reserveId(tx)
    await upsertSignInCode(tx, {
      id,
      email,
      browserHash,
      codeHash: hashCode(ports, 'sign-in', code),
      expiresAt: new Date(now.getTime() + limits.signInCodeTtlMs),
      createdAt: now,
    })
    return queueUrgentEmails(tx, ports, [
      {
        kind: 'sign_in_code',
        dedupeKey: `sign-in/${id}`,
        recipient: email,
        data: { codeEncrypted },
      },
    ])
  })
  return { sent: await sendQueuedEmails(ports, mailIds) }
}

/**
 * Uses up this browser's code for the email. Throws AppError for a wrong, expired or used one, whether or not the
 * email has an account.
 */
export async function redeemCode(
  ports: Ports,
  { email: given, browserHash, ip, code }: CodeCaller & { code: string },
) {
  const { db, clock } = ports
  const caller = { email: given.toLowerCase(), browserHash, ip }
  if (!(await findSignInCode(db, caller))) throw codeError(messages.otherBrowser)
  const isKnown = await isKnownBrowser(db, caller)
  await enforceRateLimits(ports, codeAttemptLimits({ ...caller, isKnown }))

  const storedCode = await incrementCodeAttempts(db, { ...caller, maxAttempts: limits.maxSignInCodeAttempts })
  if (!storedCode) throw codeError(messages.tooManyAttempts)
  if (storedCode.expiresAt <= clock.now()) throw codeError(messages.expired)
  if (!isCodeOfHash(ports, 'sign-in', code, storedCode.codeHash)) throw codeError(messages.wrong)
  if (!(await deleteSignInCode(db, storedCode.id))) throw codeError(messages.expired)
}

const messages = {
  otherBrowser: 'Enter the code in the browser where you requested it, or request a new one here.',
  tooManyAttempts: 'Too many attempts with this code. Request a new one.',
  expired: 'This code has expired. Request a new one.',
  wrong: 'That code isn’t right. Check the email and try again.',
}

function codeError(message: string): AppError {
  return new AppError('invalid_input', message, { code: message })
}
