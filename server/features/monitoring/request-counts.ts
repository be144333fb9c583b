import type { HttpServer } from '../../http/create-server.ts'

/** Responses since the last reading: all, those with a status of 500 or more, and those that took over a second. */
export type RequestCounts = { requests: number; errors: number; slow: number }

const slowMs = 1_000
const none = (): RequestCounts => ({ requests: 0, errors: 0, slow: 0 })

/** Counts the responses of a server. Bodies, whose duration depends on the visitor, never count as slow. */
export function countRequests(app: HttpServer): { take(): RequestCounts } {
  let counts = none()
  app.addHook('onResponse', ({ routeOptions }, reply, done) => {
    counts.requests += 1
    if (reply.statusCode >= 500) counts.errors += 1
    const isTransfer =
      routeOptions.config?.acceptsUploads === true ||
      !/^(application\/json|text\/html)/.test(String(reply.getHeader('content-type') ?? ''))
    if (reply.elapsedTime > slowMs && !isTransfer) counts.slow += 1
    done()
  })
  return {
    take() {
      const taken = counts
      counts = none()
      return taken
    },
  }
}
