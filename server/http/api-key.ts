import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '../../contract/limits.ts'
import type { Route } from '../../contract/route.ts'
import { scopeLabels } from '../../contract/scopes.ts'
import { AppError, BusyError } from '../../domain/errors.ts'
import type { Ports } from '../ports/index.ts'
import { finishCall, forgetCall, openAnswer, sealAnswer, startCall } from './idempotent-calls.ts'
import type { ReadForm } from './multipart.ts'
import { countRequest } from './rate-limit.ts'
import { hasSessionCookie, sha256Base64url, type Viewer } from './request-context.ts'

export const apiKeyPrefix = 'tdk_'

const windowSeconds = 60

/** The API key of a request, `Authorization: Bearer tdk_…`; undefined without one. */
export function apiKeyOf({ authorization }: FastifyRequest['headers']): string | undefined {
  const [, token] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? []
  return token?.startsWith(apiKeyPrefix) ? token : undefined
}

/**
 * Admits a call with an API key, and states in its headers how many more are left. Throws AppError `invalid_input` beside
 * the cookie of a session, `unauthorized` for a key that doesn't work, `forbidden` for a call that the key may not make,
 * and BusyError above the calls of a minute.
 */
export async function admitApiKey(
  ports: Pick<Ports, 'db' | 'clock'>,
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { route, viewer }: { route: Route; viewer: Viewer | undefined },
): Promise<void> {
  if (hasSessionCookie(headers.cookie))
    throw new AppError('invalid_input', 'Send either a key or the cookie of a session, not both.')
  if (!viewer?.apiKey) {
    reply.header('www-authenticate', 'Bearer error="invalid_token"')
    throw new AppError('unauthorized', 'This API key doesn’t work. It may have ended, or was deleted.')
  }
  await countCall(ports, reply, viewer.apiKey.id)
  const { scope } = route
  if (!scope) throw new AppError('forbidden', 'This can’t be done with an API key. Sign in to do it.')
  if (viewer.apiKey.scopes.includes(scope)) return
  reply.header('www-authenticate', `Bearer error="insufficient_scope", scope="${scope}"`)
  throw new AppError('forbidden', `This needs a key with the scope ${scope}: ${scopeLabels[scope]}.`)
}

const countedAlready = new AsyncLocalStorage<true>()

/** Runs what makes a call with a key for a request that is counted, so that the call is not counted again. */
export function withoutCounting<T>(run: () => T): T {
  return countedAlready.run(true, run)
}

/**
 * Counts a call of a key, and states in its headers how many more are left: those of the draft *RateLimit header fields for
 * HTTP*. Throws BusyError, which has `Retry-After`, above the calls of a minute.
 */
export async function countCall(
  ports: Pick<Ports, 'db' | 'clock'>,
  reply: FastifyReply,
  keyId: number,
): Promise<void> {
  if (countedAlready.getStore()) return
  const now = ports.clock.now()
  const limit = { key: `api-key/${keyId}`, windowMs: windowSeconds * 1_000 }
  const { count, windowEndsAt } = await countRequest(ports.db, limit, now)
  const max = limits.maxApiCallsPerMinute
  const seconds = Math.max(1, Math.ceil((windowEndsAt.getTime() - now.getTime()) / 1_000))
  reply.header('ratelimit-policy', `"key";q=${max};w=${windowSeconds}`)
  reply.header('ratelimit', `"key";r=${Math.max(0, max - count)};t=${seconds}`)
  if (count > max)
    throw new BusyError('rate_limited', `A key can make ${max} calls a minute. Try again later.`, seconds)
}

/** A call without an answer is said to be running so long. After that nobody knows: its process may have ended. */
const runningMs = 60_000

/**
 * Answers a POST with an `Idempotency-Key` once: a repeated one gets the same answer, and one with another body is refused,
 * or with another `form`. A call that is refused with AppError is forgotten, because it changed nothing. One that was cut
 * off, by a crash or a lost connection, is never made again: only its program can see whether it was done.
 */
export async function answerOnce<T>(
  ports: Pick<Ports, 'db' | 'clock'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { answer, form }: { answer: () => Promise<T>; form?: ReadForm },
): Promise<T> {
  const apiKeyId = request.viewer?.apiKey?.id
  const apiKey = apiKeyOf(request.headers)
  const given = request.headers['idempotency-key']
  if (apiKeyId === undefined || apiKey === undefined || given === undefined || request.method !== 'POST')
    return answer()
  const idempotencyKey = String(given)
  if (idempotencyKey === '' || idempotencyKey.length > 255)
    throw new AppError('invalid_input', 'An Idempotency-Key has 1 to 255 characters.')
  const hash = () =>
    sha256Base64url(JSON.stringify([request.method, request.url, form?.seen() ?? request.body ?? null]))

  const call = { apiKeyId, idempotencyKey, startedAt: ports.clock.now() }
  const started = await startCall(ports, call, hash())
  if ('earlier' in started) {
    const { earlier } = started
    const isAnswered = earlier !== undefined && earlier.answeredAt !== null
    if (isAnswered) await form?.readToEnd()
    // What a form had is known when it is answered.
    if (earlier && (isAnswered || !form) && earlier.requestHash !== hash())
      throw new AppError('conflict', 'This Idempotency-Key was used for another call. Choose a new one.')
    if (!earlier || !isAnswered) throw unansweredError(call, earlier)
    reply.header('idempotency-replayed', 'true')
    // It was stored by the same call, so it has the type of its answer.
    return openAnswer(apiKey, earlier.answer) as T
  }

  const answered = await answer().catch(async (error: unknown) => {
    if (error instanceof AppError)
      await forgetCall(ports, started.id).catch((err) => request.log.error({ err }, 'call is not forgotten'))
    throw error
  })
  // It is done, so nothing may fail its answer anymore.
  const done = { answeredAt: ports.clock.now(), answer: sealAnswer(apiKey, answered), requestHash: hash() }
  await finishCall(ports, started.id, done).catch((err) =>
    request.log.error({ err }, 'answer to an Idempotency-Key is not stored'),
  )
  return answered
}

function unansweredError({ startedAt }: { startedAt: Date }, earlier: { startedAt: Date } | undefined) {
  if (!earlier || startedAt.getTime() - earlier.startedAt.getTime() < runningMs)
    return new BusyError('unavailable', 'The first call with this Idempotency-Key is not answered yet.', 5)
  return new AppError(
    'conflict',
    'The first call with this Idempotency-Key has no answer: it still runs, or was cut off. Look whether it was done before you send it with a new one.',
  )
}
