import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

const header = 'x-request-id'

/** The request id that a proxy sent, or else a new one. Other characters than these must not get into logs and headers. */
export function requestIdOf({
  headers,
}: {
  headers: Record<string, string | Array<string> | undefined>
}): string {
  const value = headers[header]
  return typeof value === 'string' && /^[\w.:-]{8,128}$/.test(value) ? value : randomUUID()
}

/**
 * Sends the request's id back. With `logRequests` every response is logged by its route pattern: URLs contain access
 * tokens, and queries contain secrets.
 */
export function traceRequests(app: FastifyInstance, { logRequests }: { logRequests: boolean }): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(header, request.id)
  })
  if (!logRequests) return
  app.addHook('onResponse', async ({ method, routeOptions, log }, { statusCode, elapsedTime }) => {
    const route = routeOptions.url ?? 'unknown'
    log.info({ method, route, statusCode, ms: Math.round(elapsedTime) }, 'request')
  })
}
