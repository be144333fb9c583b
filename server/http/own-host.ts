import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../domain/errors.ts'
import { isLoopback } from '../config/parsers.ts'
import type { Config } from '../config.ts'

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
    // A null origin is handled in csrf.ts.
    ...(origin === undefined || origin === 'null' ? [] : [hostnameIn(origin)]),
  ]
}

function hostnameIn(address: string): string | undefined {
  return URL.parse(address)?.hostname
}
