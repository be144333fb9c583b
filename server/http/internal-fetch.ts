import type { FastifyInstance } from 'fastify'
import type { InternalFetch } from '../ports/page-renderer.ts'

type ViewerHeaders = {
  cookie?: string | undefined
  host?: string | undefined
  'user-agent'?: string | undefined
}

/** A page reads the API as its viewer: same cookies, same IP address. */
export function createInternalFetch(
  app: FastifyInstance,
  { cookie, host, 'user-agent': agent }: ViewerHeaders,
  ip: string,
): InternalFetch {
  return async (path) => {
    const headers = {
      ...(cookie && { cookie }),
      ...(host && { host }),
      ...(agent && { 'user-agent': agent }),
    }
    const answer = await app.inject({ method: 'GET', url: path, headers, remoteAddress: ip })
    return { status: answer.statusCode, body: answer.json() }
  }
}
