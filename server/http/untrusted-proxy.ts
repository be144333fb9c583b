import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { proxyMatcher } from './client-limits.ts'

/**
 * Calls `onSeen` once per process, with the peer's address, when a proxy that is not in TRUST_PROXY forwards requests
 * of a public instance. All visitors behind it share one address then, and one of them can use up all rate limits.
 */
export function watchUntrustedProxy(
  app: FastifyInstance,
  config: Config,
  onSeen: (peer: string) => void,
): void {
  if (config.isLocal) return
  let isSeen = false
  app.addHook('onRequest', (request, _reply, done) => {
    const { remoteAddress: peer } = request.raw.socket
    // With TRUST_PROXY set, anyone who reaches us directly may send any header, so only private addresses count as a
    // proxy of ours.
    const isProxy = (address: string) => config.trustProxy.length === 0 || isPrivateAddress(address)
    if (!isSeen && peer && isForwardedUntrusted(request, peer) && isProxy(peer)) {
      isSeen = true
      onSeen(peer)
    }
    done()
  })
}

/** Fastify reads the client's address from the header of a trusted peer only. */
function isForwardedUntrusted({ headers, ip }: FastifyRequest, peer: string): boolean {
  const forwarded = headers['x-forwarded-for']
  return forwarded !== undefined && ip === peer && String(forwarded).trim() !== peer
}

const isPrivate = proxyMatcher([
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '100.64.0.0/10',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
])

function isPrivateAddress(address: string): boolean {
  return isPrivate(address.replace(/^::ffff:(?=\d+\.)/i, '').split('%')[0] ?? '')
}
