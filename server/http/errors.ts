import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { providerBusy } from '../../contract/checkout.ts'
import { type ErrorBody, type ErrorCode, errorStatus } from '../../contract/errors.ts'
import { AppError, BusyError } from '../../domain/errors.ts'
import { type DatabaseHealth, isDatabaseUnavailable } from '../db/health.ts'
import { FileTooLargeError, StorageFullError, StoreUnavailableError } from '../ports/file-store.ts'
import { ProviderBusyError, ProviderUnavailableError } from '../ports/payment-provider.ts'
import { routeName } from './route-name.ts'
import { fieldErrors } from './validation.ts'

/**
 * An AppError is sent with its message. Any other error is logged with the request's id, and the response has only
 * the id.
 */
export function registerErrorHandler(app: FastifyInstance, health: DatabaseHealth): void {
  app.setErrorHandler(async (error, request, reply) => {
    const refusal = toClientError(error) ?? (await toServerError(error, request, health))
    const formUrl = formErrorUrl(error, request, refusal)
    if (formUrl !== undefined && !reply.raw.headersSent) return reply.redirect(formUrl, 303)
    const retryAfter = retryAfterSeconds(error, refusal)
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
    const page = reply.raw.headersSent ? undefined : await failurePage(request, reply, refusal)
    if (page === undefined) return sendError(reply, refusal)
    return reply.code(errorStatus[refusal.code]).type('text/html; charset=utf-8').send(page)
  })
}

/**
 * An unexpected error of a form sent without JavaScript redirects to the form's page, which shows a message.
 * AppErrors are redirected before (api.ts).
 */
function formErrorUrl(
  error: unknown,
  request: FastifyRequest,
  { code, message }: Refusal,
): string | undefined {
  return error instanceof AppError ? undefined : request.formErrorUrl?.(new AppError(code, message))
}

/** Undefined when a retry does not help. An unavailable store takes longer than a lost database connection. */
function retryAfterSeconds(error: unknown, { code }: Refusal): number | undefined {
  if (error instanceof BusyError) return error.retryAfterSeconds
  if (error instanceof ProviderBusyError) return 5
  if (errorStatus[code] !== 503) return undefined
  if (code === 'store_unavailable') return 15
  return code === 'unavailable' ? 2 : 5
}

async function toServerError(
  error: unknown,
  request: FastifyRequest,
  health: DatabaseHealth,
): Promise<Refusal> {
  const { id: requestId } = request
  if (isOwnConnectionError(error, request)) {
    request.log.debug({ err: error, requestId }, 'the client closed the connection')
    return { code: 'invalid_input', message: 'We didn’t receive the whole request. Please send it again.' }
  }
  health.recordWriteError(error)
  if (await isOutage(error, health)) {
    // Logged without the request's id, so that repeated errors of an outage are deduplicated (adapters/logger.ts).
    request.log.error({ err: error }, 'database unavailable')
    return { code: 'unavailable', message: 'We’ll be back in a moment. Please try again.', requestId }
  }
  request.log.error({ err: error, requestId, route: routeName(request) }, 'request failed')
  return { code: 'internal_error', message: 'Something went wrong on our side.', requestId }
}

/**
 * Whether an error is that the client has closed its own connection. It has the codes of a lost connection to the
 * database, whose errors are never those of the request's streams.
 */
function isOwnConnectionError(error: unknown, { raw }: FastifyRequest): boolean {
  if (!raw.socket?.destroyed || !(error instanceof Error)) return false
  return error === raw.errored || ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')
}

/** Libraries hide the cause of a failed query, so the database is checked as well. */
async function isOutage(error: unknown, health: DatabaseHealth): Promise<boolean> {
  return isDatabaseUnavailable(error) || (await health.isUnavailable().catch(() => false))
}

/** The response for an unknown path. */
export function notFound(_: FastifyRequest, reply: FastifyReply) {
  return sendError(reply, { code: 'not_found', message: 'There’s nothing at this address.' })
}

/** The response for a malformed URL. No hook runs here, so the common headers are set explicitly. */
export function sendMalformedUrl(reply: FastifyReply) {
  reply
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    .header('cache-control', 'no-store')
  return sendError(reply, { code: 'invalid_input', message: 'This address isn’t valid.' })
}

function sendError(reply: FastifyReply, body: Refusal) {
  if (reply.raw.headersSent) {
    reply.raw.destroy()
    return reply
  }
  return reply.code(errorStatus[body.code]).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

function toClientError(error: unknown): Refusal | undefined {
  if (error instanceof AppError) {
    return { code: error.code, message: error.message, ...(error.fields && { fields: error.fields }) }
  }
  if (error instanceof FileTooLargeError)
    return { code: 'payload_too_large', message: 'This file is too large.' }
  if (error instanceof StorageFullError) {
    return {
      code: 'insufficient_storage',
      message: 'We’re out of storage space right now. Please try again later.',
    }
  }
  if (error instanceof StoreUnavailableError) {
    return {
      code: 'store_unavailable',
      message: 'Our file storage isn’t responding right now. Please try again in a minute.',
    }
  }
  if (error instanceof ProviderBusyError) return { code: 'unavailable', message: providerBusy }
  if (error instanceof ProviderUnavailableError) {
    return {
      code: 'provider_unavailable',
      message: 'The card provider isn’t responding right now. Please try again in a moment.',
    }
  }
  if (hasZodFastifySchemaValidationErrors(error)) return toValidationError(error.validation)
  if (isMultipartError(error)) {
    return { code: 'invalid_input', message: 'We didn’t receive the whole form. Please send it again.' }
  }
  return fromFastifyError(error)
}

function toValidationError(issues: ReadonlyArray<{ instancePath: string; message?: string }>): Refusal {
  const { message, fields } = fieldErrors(
    issues.map(({ instancePath, message = 'This value isn’t valid' }) => ({
      field: instancePath.replace(/^\//, '').split('/')[0],
      message,
    })),
  )
  return { code: 'invalid_input', message: message ?? 'The request isn’t in the right format.', fields }
}

/**
 * Errors of Fastify and its plugins before a handler runs. Their messages may contain internals, so ours replace
 * them.
 */
function fromFastifyError(error: unknown): Refusal | undefined {
  const status = statusOf(error)
  if (status === undefined || status < 400 || status >= 500) return undefined
  if (status === 413) return { code: 'payload_too_large', message: 'This request is too large.' }
  if (status === 415)
    return { code: 'unsupported_media_type', message: 'This content type isn’t supported here.' }
  if (status === 429)
    return { code: 'rate_limited', message: 'Too many attempts. Please wait a few minutes and try again.' }
  if (status === 404) return { code: 'not_found', message: 'There’s nothing at this address.' }
  return { code: 'invalid_input', message: 'The request isn’t in the right format.' }
}

/** Errors of the multipart parser are the client's; they can only be recognized by their message. */
function isMultipartError(error: unknown): boolean {
  return error instanceof Error && /^Multipart: |unexpected end of multipart data$/i.test(error.message)
}

function statusOf(error: unknown): number | undefined {
  const status =
    typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined
  return typeof status === 'number' ? status : undefined
}

export type Refusal = ErrorBody & { code: ErrorCode }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Browsers that navigate to this route get errors as a page, not JSON. The web has a page for its path. */
    failsWithPage?: boolean
  }
  interface FastifyInstance {
    /** Renders the error page of the request's path; set once pages can be rendered. */
    renderFailure?: (request: FastifyRequest, reply: FastifyReply, refusal: Refusal) => Promise<string>
  }
}

/** The error as a page, for a browser that navigated to a file; undefined for all other clients. */
async function failurePage(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
): Promise<string | undefined> {
  const { renderFailure } = request.server
  const hasPage = request.routeOptions.config.failsWithPage === true && isNavigation(request)
  if (!renderFailure || !hasPage) return undefined
  return renderFailure(request, reply, refusal).catch((error: unknown) => {
    // A full render queue is not an error.
    if (error instanceof AppError) return undefined
    request.log.error({ err: error, requestId: request.id }, 'error page could not be rendered')
    return undefined
  })
}

/** Players, images and scripts accept anything; only a tab or frame accepts text/html explicitly. */
export function isNavigation({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  return method === 'GET' && /\btext\/html\b/i.test(headers.accept ?? '')
}
