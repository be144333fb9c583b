import type { FastifyRequest } from 'fastify'
import type { InternalFetch } from '../ports/page-renderer.ts'
import { withRequestAge } from '../ports/request-time.ts'

/**
 * The body of one of our own GET routes for the viewer of `request`, by the same function that the route calls; undefined
 * for a path that it does not read.
 */
export type DirectRead = (path: string, request: FastifyRequest) => Promise<unknown> | undefined

/** Fetches from the API, but reads directly what `read` can, because an internal request takes as long as a query. */
export function withDirectRead(
  fetchApi: InternalFetch,
  read: DirectRead,
  request: FastifyRequest,
): InternalFetch {
  return async (path) => {
    const body = withRequestAge(() => read(path, request))
    if (!body) return fetchApi(path)
    try {
      return { status: 200, body: await body }
    } catch {
      // The route logs an error and answers it.
      return fetchApi(path)
    }
  }
}
