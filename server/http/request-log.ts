import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { proxyMatcher } from './client-limits.ts'
import { routeName } from './route-name.ts'

const header = 'x-request-id'

type RawRequest = { headers: IncomingHttpHeaders; socket: { remoteAddress?: string | undefined } }

/**
 * Returns a function that gives a request its id: the one that a proxy of TRUST_PROXY sent, or else a new one. Others
 * could write the id of somebody else's request into the log.
 */
export function requestIds(trustProxy: Array<string>): (request: RawRequest) => string {
  const isOwnProxy = proxyMatcher(trustProxy)
  return ({ headers, socket }) => {
    const sent = headers[header]
    // Other characters than these must not get into logs and headers.
    const isValid = typeof sent === 'string' && /^[\w.:-]{8,128}$/.test(sent)
    return isValid && isOwnProxy(socket.remoteAddress ?? '') ? sent : randomUUID()
  }
}

/**
 * Sends the request's id back. With `logRequests` every response is logged by its route pattern: URLs contain access
 * tokens, and queries contain secrets.
 */
export function traceRequests(app: FastifyInstance, { logRequests }: { logRequests: boolean }): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(header, request.id)
    done()
  })
  if (!logRequests) return
  app.addHook('onResponse', (request, { statusCode, elapsedTime }, done) => {
    const { method, log } = request
    log.info({ method, route: routeName(request), statusCode, ms: Math.round(elapsedTime) }, 'request')
    done()
  })
}
