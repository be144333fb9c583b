import type { Limit } from '../../http/throttle.ts'
import type { Ports } from '../../ports/index.ts'

const minute = 60_000

/** Checkouts: first by what is sold, which nobody can rotate, then by the caller's address. */
export function checkoutLimits(ports: Ports, contentId: number, ip: string): Array<Limit> {
  return [
    { key: `checkout/${contentId}`, max: 3_000, perMs: 10 * minute },
    ...byAddress(ports, { key: `checkout/${ip}`, max: 120, perMs: 10 * minute }),
  ]
}

export function lostLinkLimits(ports: Ports, email: string, ip: string): Array<Limit> {
  return [
    { key: `lost-links/${email.toLowerCase()}`, max: 5, perMs: 60 * minute },
    ...byAddress(ports, { key: `lost-links/${ip}`, max: 30, perMs: 60 * minute }),
  ]
}

/** On a machine of one's own every caller has the same address, and it is one's own. */
export function byAddress({ config }: Ports, limit: Limit): Array<Limit> {
  return config.isLocal ? [] : [limit]
}
