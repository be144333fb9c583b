import type { FastifyInstance } from 'fastify'
import type { InternalFetch } from '../ports/page-renderer.ts'

type ViewerHeaders = {
  cookie?: string | undefined
  host?: string | undefined
  'user-agent'?: string | undefined
  'sec-purpose'?: string | Array<string> | undefined
}

/** A page reads the API as its viewer: same cookies, same IP address. The body of an image is a data URL. */
export function createInternalFetch(
  app: FastifyInstance,
  { cookie, host, 'user-agent': agent, 'sec-purpose': purpose }: ViewerHeaders,
  ip: string,
): InternalFetch {
  return async (path) => {
    const headers = {
      ...(cookie && { cookie }),
      ...(host && { host }),
      ...(agent && { 'user-agent': agent }),
      ...(purpose && { 'sec-purpose': purpose }),
    }
    const answer = await app.inject({ method: 'GET', url: path, headers, remoteAddress: ip })
    const type = String(answer.headers['content-type'])
    const body = type.startsWith('image/')
      ? `data:${type};base64,${answer.rawPayload.toString('base64')}`
      : answer.json()
    return { status: answer.statusCode, body }
  }
}
