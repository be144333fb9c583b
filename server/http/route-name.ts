import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** The route pattern of a page, set once pages can be rendered. Undefined when no page has the request's path. */
    pageRouteOf?: (request: FastifyRequest) => string | undefined
  }
}

/**
 * The route pattern of a request, for metrics, logs and traces: `/api/content/:id`, or that of a page, such as
 * `/access/:token`. Never the path itself, which may have a token. `not-found` when neither has the path.
 */
export function routeName(request: FastifyRequest): string {
  return request.routeOptions.url ?? request.server.pageRouteOf?.(request) ?? 'not-found'
}
