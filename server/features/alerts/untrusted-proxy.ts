import type { Ports } from '../../ports/index.ts'
import { raiseAlert } from './service.ts'

/** Alerts the operator that TRUST_PROXY does not contain the proxy's address, `peer`. */
export async function reportUntrustedProxy(ports: Ports, peer: string): Promise<void> {
  const message = `Requests from ${peer} carry X-Forwarded-For, but TRUST_PROXY doesn’t include that address. All visitors behind it count as one caller and share one rate limit. Set TRUST_PROXY to the addresses of your proxies.`
  await ports.db
    .transaction((tx) => raiseAlert(tx, ports, { kind: 'untrusted-proxy', target: 'TRUST_PROXY', message }))
    .catch((error: unknown) => ports.log.error({ err: error }, 'untrusted proxy alert could not be stored'))
}
