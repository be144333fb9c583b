import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '../../contract/limits.ts'
import type { Route } from '../../contract/route.ts'
import { scopeLabels } from '../../contract/scopes.ts'
import { AppError, BusyError } from '../../domain/errors.ts'
import type { Ports } from '../ports/index.ts'
import { finishCall, forgetCall, startCall } from './idempotent-calls.ts'
import { countRequest } from './rate-limit.ts'
import { hasSessionCookie, type Viewer } from './request-context.ts'

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

/** The headers are those of the draft *RateLimit header fields for HTTP*, and `Retry-After`. */
async function countCall(ports: Pick<Ports, 'db' | 'clock'>, reply: FastifyReply, keyId: number) {
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

/**
 * Answers a POST with an `Idempotency-Key` once: a repeated one gets the same answer. The body is compared, but not the
 * files of a form. A call that failed is forgotten, because it changed nothing.
 */
export async function answerOnce<T>(
  ports: Pick<Ports, 'db' | 'clock'>,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: () => Promise<T>,
): Promise<T> {
  const keyId = request.viewer?.apiKey?.id
  const given = request.headers['idempotency-key']
  if (keyId === undefined || given === undefined || request.method !== 'POST') return answer()
  const idempotencyKey = String(given)
  if (idempotencyKey === '' || idempotencyKey.length > 255)
    throw new AppError('invalid_input', 'An Idempotency-Key has 1 to 255 characters.')
  const requestHash = createHash('sha256')
    .update(JSON.stringify([request.method, request.url, request.body ?? null]))
    .digest('base64url')

  const call = { apiKeyId: keyId, idempotencyKey, requestHash }
  const started = await startCall(ports, call)
  if (started.state === 'other')
    throw new AppError('conflict', 'This Idempotency-Key was used for another call. Choose a new one.')
  if (started.state === 'running')
    throw new BusyError('unavailable', 'The first call with this Idempotency-Key is not answered yet.', 5)
  if (started.state === 'answered') {
    reply.header('idempotency-replayed', 'true')
    // It was stored by the same call, so it has the type of its answer.
    return started.answer as T
  }
  try {
    const answered = await answer()
    await finishCall(ports, started.id, answered)
    return answered
  } catch (error) {
    await forgetCall(ports, started.id)
    throw error
  }
}
