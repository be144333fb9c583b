import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody, ErrorCode } from '../../contract/errors.ts'
import { AppError } from '../../domain/errors.ts'

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
export async function failurePage(
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
