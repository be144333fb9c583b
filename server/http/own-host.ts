import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../domain/errors.ts'
import { isLoopback } from '../config/parsers.ts'
import type { Config } from '../config.ts'

/**
 * A local instance generates its secrets and keeps its mail on disk, so it answers its own machine only: a request that names
 * another host came through a proxy or a DNS name that was pointed here. A proxy that rewrites Host cannot be seen.
 */
export function refuseForeignHosts(app: FastifyInstance, config: Config): void {
  if (!config.isLocal) return
  const ownHosts = new Set([new URL(config.publicUrl).hostname, config.host.replace(/^\[|\]$/g, '')])
  const isOwn = (hostname: string) => isLoopback(hostname) || ownHosts.has(hostname.replace(/^\[|\]$/g, ''))

  app.addHook('onRequest', async (request) => {
    if (hostnamesOf(request).every((hostname) => hostname !== undefined && isOwn(hostname))) return
    throw new AppError(
      'forbidden',
      `This instance answers only on its own machine, at ${config.publicUrl}. Set PUBLIC_URL to the address people use.`,
    )
  })
}

/** The names a request goes by: its Host, the Host a proxy received, and the page it comes from. Undefined for an unreadable one. */
function hostnamesOf({ headers }: FastifyRequest): Array<string | undefined> {
  const { host, origin } = headers
  const forwarded = [headers['x-forwarded-host'] ?? []].flat().flatMap((text) => text.split(','))
  return [
    hostnameIn(`http://${host}`),
    ...forwarded.map((name) => hostnameIn(`http://${name.trim()}`)),
    // What a page without an origin may do is decided in origin.ts.
    ...(origin === undefined || origin === 'null' ? [] : [hostnameIn(origin)]),
  ]
}

function hostnameIn(address: string): string | undefined {
  return URL.parse(address)?.hostname
}
