import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../domain/errors.ts'
import { isLoopback } from '../config/parsers.ts'
import type { Config } from '../config.ts'

/** Rejects cross-site requests: every request that may change something must come from our own pages. */
export function rejectCrossSiteRequests(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { method } = request
    const changesNothing = method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
    if (!changesNothing && !isAllowed(request, config))
      throw new AppError('forbidden', 'This call only works from our own pages.')
    done()
  })
}

/**
 * Whether a GET that changes something may do it: our own page, or an address that a person has typed. Browsers that send
 * no such header are trusted, as for other requests.
 */
export function isFromOwnPage({ 'sec-fetch-site': site }: FastifyRequest['headers']): boolean {
  return site === undefined || site === 'same-origin' || site === 'none'
}

/** Whether a tab opens this URL; images, frames and scripts of other sites do not. */
export function isTopLevelNavigation(headers: FastifyRequest['headers']): boolean {
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
}

function isAllowed(request: FastifyRequest, config: Config): boolean {
  if (isWebhook(request) || isOneClickUnsubscribe(request)) return true
  return isUrlencodedForm(request) ? isSameOriginForm(request, config) : !isCrossSite(request, config)
}

/** Webhooks come from another machine and are authenticated by their signature. */
function isWebhook(request: FastifyRequest): boolean {
  return request.routeOptions.url?.startsWith('/api/webhooks/') ?? false
}

/** A mail program sends it for its reader (RFC 8058). The signed token in the path authenticates it. */
function isOneClickUnsubscribe(request: FastifyRequest): boolean {
  return request.routeOptions.config.answersMailPrograms === true
}

/** A form sent without scripts, to one of the few routes that accept it. */
function isUrlencodedForm({ headers, routeOptions }: FastifyRequest): boolean {
  const type = headers['content-type'] ?? ''
  return routeOptions.config.acceptsUrlencoded === true && /^application\/x-www-form-urlencoded\b/i.test(type)
}

/**
 * Any site can send such a form, so the request must prove its origin; missing headers are not enough. Our pages send
 * no referrer, which makes the forms' `Origin` null. Then `Sec-Fetch-Site` decides.
 */
function isSameOriginForm({ headers }: FastifyRequest, config: Config): boolean {
  const { origin } = headers
  const fetchSite = headers['sec-fetch-site']
  if (fetchSite !== undefined)
    return fetchSite === 'same-origin' && (origin === 'null' || !isOtherOrigin(headers, config))
  return origin !== undefined && !isOtherOrigin(headers, config)
}

function isCrossSite({ headers }: FastifyRequest, config: Config): boolean {
  const fetchSite = headers['sec-fetch-site']
  if (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none') return true
  if (/^(text\/plain|application\/x-www-form-urlencoded)/i.test(headers['content-type'] ?? '')) return true
  return isOtherOrigin(headers, config)
}

function isOtherOrigin({ origin, host }: FastifyRequest['headers'], config: Config): boolean {
  if (origin === undefined || origin === config.publicUrl) return false
  // A local instance answers to localhost and 127.0.0.1 alike.
  return !(
    config.isLocal &&
    origin === `http://${host}` &&
    /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host ?? '')
  )
}

/**
 * A local instance generates its secrets and stores its emails on disk, so it answers only to its own names. A
 * request to another host came through a proxy or a DNS name that points here. A proxy that rewrites Host cannot be
 * detected.
 */
export function refuseForeignHosts(app: FastifyInstance, config: Config): void {
  if (!config.isLocal) return
  const ownHosts = new Set([new URL(config.publicUrl).hostname, config.host.replace(/^\[|\]$/g, '')])
  const isOwn = (hostname: string) => isLoopback(hostname) || ownHosts.has(hostname.replace(/^\[|\]$/g, ''))

  app.addHook('onRequest', (request, _reply, done) => {
    if (!hostnamesOf(request).every((hostname) => hostname !== undefined && isOwn(hostname)))
      throw new AppError(
        'forbidden',
        `This instance only responds on its own machine, at ${config.publicUrl}. Set PUBLIC_URL to the address people use.`,
      )
    done()
  })
}

/** The hostnames of a request: Host, X-Forwarded-Host, and Origin. Undefined for an invalid one. */
function hostnamesOf({ headers }: FastifyRequest): Array<string | undefined> {
  const { host, origin } = headers
  const forwarded = [headers['x-forwarded-host'] ?? []].flat().flatMap((text) => text.split(','))
  return [
    hostnameIn(`http://${host}`),
    ...forwarded.map((name) => hostnameIn(`http://${name.trim()}`)),
    // A null origin is handled by `isSameOriginForm`.
    ...(origin === undefined || origin === 'null' ? [] : [hostnameIn(origin)]),
  ]
}

function hostnameIn(address: string): string | undefined {
  return URL.parse(address)?.hostname
}
