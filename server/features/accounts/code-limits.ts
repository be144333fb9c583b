import { limits } from '../../../contract/limits.ts'
import { ipPrefix, type RateLimit } from '../../http/rate-limit.ts'

/** The requester of a code: the email, the browser by its cookie's hash, and the IP address. */
export type CodeCaller = { email: string; browserHash: string; ip: string }

const tenMinutesMs = 10 * 60_000
const dayMs = 24 * 3_600_000

type Caller = CodeCaller & { isKnown: boolean }

const alternativesHint = 'Sign in with a passkey, or from a browser where you’ve signed in before.'
const tooManyCodesMessage = `We’ve sent too many codes to this address today. ${alternativesHint}`
const tooManyAttemptsMessage = `Too many codes were tried for this address today. ${alternativesHint}`

/**
 * A browser that has signed in to the account before has separate limits. All others share the email's limits, and
 * one network has only a part of them.
 */
export function codeRequestLimits({ email, browserHash, ip, isKnown }: Caller): Array<RateLimit> {
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
export function codeAttemptLimits({ email, browserHash, ip, isKnown }: Caller): Array<RateLimit> {
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
