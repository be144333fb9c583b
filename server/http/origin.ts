import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../domain/errors.ts'
import type { Config } from '../config.ts'

/** No page of another site may act in a visitor's name: calls that change something must come from our own pages. */
export function refuseForeignOrigins(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return
    if (isWebhook(request)) return
    if (isForeign(request, config)) throw new AppError('forbidden', 'This call must come from our own pages.')
  })
}

/** Webhooks come from another machine and prove themselves by their signature. */
function isWebhook(request: FastifyRequest): boolean {
  return request.routeOptions.url?.startsWith('/api/webhooks/') ?? false
}

function isForeign({ headers }: FastifyRequest, config: Config): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  if (/^(text\/plain|application\/x-www-form-urlencoded)/i.test(headers['content-type'] ?? '')) return true
  const { origin, host } = headers
  if (origin === undefined || origin === config.publicUrl) return false
  // A person's own machine answers to localhost and 127.0.0.1 alike.
  return !(
    config.isLocal &&
    origin === `http://${host}` &&
    /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host ?? '')
  )
}
