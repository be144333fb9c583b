import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '../../../../contract/limits.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { Tx } from '../../../db/database.ts'
import { reserveId } from '../../../db/public-id.ts'
import { deleteRows } from '../../../db/rows.ts'
import { signInCodes } from '../../../db/schema/index.ts'
import { enforceRateLimits, ipPrefix, type RateLimit } from '../../../http/rate-limit.ts'
import type { Ports } from '../../../ports/index.ts'
import { deliver, emailSender } from '../../telling/deliveries/deliver.ts'
import { type NewEmail, sendEmail } from '../../telling/deliveries/deliveries.ts'
import { claimByIds, deleteEmailsBefore } from '../../telling/deliveries/repository.ts'
import { accountEmails } from './emails.tsx'
import { encryptCode, hashCode, isCodeOfHash, randomCode } from './one-time-code.ts'
import {
  deleteSignInCodesBefore,
  findSignInCode,
  incrementCodeAttempts,
  isKnownBrowser,
  upsertSignInCode,
} from './repository.ts'

/**
 * Emails a code that works only in the requesting browser, so that no one else's requests or guesses use it up.
 * `sent` is false when the mail server has not accepted it yet: the sender retries until the code expires.
 */
export async function requestCode(
  ports: Ports,
  { email: given, browserHash, ip, device }: CodeCaller & { device: string },
) {
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
    return sendEmailsNow(tx, ports, [
      {
        kind: 'sign_in_code',
        dedupeKey: `sign-in/${id}`,
        to: email,
        data: { codeEncrypted, device },
      },
    ])
  })
  return { sent: await sendNow(ports, mailIds) }
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
  // Another request may have used the code first.
  const [used] = await deleteRows(db, signInCodes, { id: storedCode.id })
  if (!used) throw codeError(messages.expired)
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

/** How long a request waits for the mail server. */
const sendTimeoutMs = 4_000
/** The sender leaves the email to the request for this time. Longer than the request waits. */
const requestMs = 5_000
const dayMs = 24 * 3_600_000

/** Stores emails that the person waits for in this request, which sends them with `sendNow` once they are committed. */
export async function sendEmailsNow(tx: Tx, ports: Ports, emails: Array<NewEmail>): Promise<Array<number>> {
  const notBefore = new Date(ports.clock.now().getTime() + requestMs)
  const ids: Array<number> = []
  for (const email of emails) {
    const id = await sendEmail(tx, ports, { ...email, lane: 0, notBefore })
    if (id !== undefined) ids.push(id)
  }
  return ids
}

const sender = { send: emailSender(accountEmails), onFailed: async () => undefined }

/**
 * Sends stored emails at once, so that the answer can say whether they are on their way. False when the mail server did
 * not accept all of them in time: then the sender tries again.
 */
export async function sendNow(
  ports: Ports,
  ids: Array<number>,
  { timeoutMs = sendTimeoutMs }: { timeoutMs?: number } = {},
): Promise<boolean> {
  const timer = new AbortController()
  const timeout = sleep(timeoutMs, false, { signal: timer.signal }).catch(() => false)
  const sent = await Promise.race([sendAll(ports, ids), timeout])
  timer.abort()
  return sent
}

async function sendAll(ports: Ports, ids: Array<number>): Promise<boolean> {
  try {
    const claimed = await claimByIds(ports.db, ids, ports.clock.now())
    const sent = await Promise.all(claimed.map((row) => deliver(ports, row, sender)))
    return sent.length === ids.length && sent.every(Boolean)
  } catch (error) {
    ports.log.error({ err: error }, 'email could not be claimed; the sender will send it')
    return false
  }
}

/** Deletes expired codes and their emails a day later: until then they explain why a code is rejected. */
export async function removeExpiredCodes({ db, clock }: Ports): Promise<void> {
  const before = new Date(clock.now().getTime() - dayMs)
  await deleteSignInCodesBefore(db, before)
  await deleteEmailsBefore(db, ['sign_in_code', 'email_change_code', 'email_change_taken'], before)
}

/** The requester of a code: the email, the browser by its cookie's hash, and the IP address. */
export type CodeCaller = { email: string; browserHash: string; ip: string }

const tenMinutesMs = 10 * 60_000

type Caller = CodeCaller & { isKnown: boolean }

const alternativesHint = 'Sign in with a passkey, or from a browser where you’ve signed in before.'
const tooManyCodesMessage = `We’ve sent too many codes to this address today. ${alternativesHint}`
const tooManyAttemptsMessage = `Too many codes were tried for this address today. ${alternativesHint}`

/**
 * A browser that has signed in to the account before has separate limits. All others share the email's limits, and
 * one network has only a part of them.
 */
function codeRequestLimits({ email, browserHash, ip, isKnown }: Caller): Array<RateLimit> {
  const max = limits.maxCodesPerDay
  const callerKey = isKnown ? browserHash : ipPrefix(ip)
  const perBrowser: RateLimit = {
    key: `code/${callerKey}/${email}`,
    max: limits.maxCodesPerTenMinutes,
    windowMs: tenMinutesMs,
  }
  if (isKnown)
    return [
      perBrowser,
      {
        key: `codes-day/${callerKey}/${email}`,
        max: max.known,
        windowMs: dayMs,
        message: tooManyCodesMessage,
      },
    ]
  return [
    perBrowser,
    ...dailyLimitsOfUnknownBrowsers('codes-day', { callerKey, email, max, message: tooManyCodesMessage }),
  ]
}

/** Attempts at a code of this browser; a browser without a code is refused before. */
function codeAttemptLimits({ email, browserHash, ip, isKnown }: Caller): Array<RateLimit> {
  const max = limits.maxCodeAttemptsPerDay
  const message = tooManyAttemptsMessage
  if (isKnown) return [{ key: `tries-day/${browserHash}/${email}`, max: max.known, windowMs: dayMs, message }]
  return dailyLimitsOfUnknownBrowsers('tries-day', { callerKey: ipPrefix(ip), email, max, message })
}

type DailyLimits = {
  callerKey: string
  email: string
  max: { network: number; strangers: number }
  message: string
}

/** The network's own limit comes first: what it refuses does not count for the email. */
function dailyLimitsOfUnknownBrowsers(
  name: string,
  { callerKey, email, max, message }: DailyLimits,
): Array<RateLimit> {
  return [
    { key: `${name}/${callerKey}/${email}`, max: max.network, windowMs: dayMs, message },
    { key: `${name}/${email}`, max: max.strangers, windowMs: dayMs, message },
  ]
}

/** Codes for a new email that a signed-in user enters; they count as a stranger's. */
export function newAddressLimits({ email, ip }: { email: string; ip: string }): Array<RateLimit> {
  return codeRequestLimits({ email: email.toLowerCase(), ip, browserHash: '', isKnown: false })
}
