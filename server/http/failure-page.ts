import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody, ErrorCode } from '../../contract/errors.ts'
import { AppError } from '../../domain/errors.ts'

export type Refusal = ErrorBody & { code: ErrorCode }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A browser that goes to this address and is refused gets a page, not JSON. The web has a page for its path. */
    failsWithPage?: boolean
  }
  interface FastifyInstance {
    /** Renders the page of the request's own address around a refusal; set once pages can be rendered. */
    renderFailure?: (request: FastifyRequest, reply: FastifyReply, refusal: Refusal) => Promise<string>
  }
}

/** The refusal as a page, for a browser that went to an address of a file; undefined for every other caller. */
export async function failurePage(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
): Promise<string | undefined> {
  const { renderFailure } = request.server
  if (!renderFailure || !isNavigation(request)) return undefined
  return renderFailure(request, reply, refusal).catch((error: unknown) => {
    // A full render queue is no fault.
    if (error instanceof AppError) return undefined
    request.log.error({ err: error, requestId: request.id }, 'the page of a refusal could not be rendered')
    return undefined
  })
}

/** Players, pictures and scripts accept anything; only a tab or a frame asks for HTML by name. */
function isNavigation({ method, headers, routeOptions }: FastifyRequest): boolean {
  if (method !== 'GET' || routeOptions.config.failsWithPage !== true) return false
  return /\btext\/html\b/i.test(headers.accept ?? '')
}
