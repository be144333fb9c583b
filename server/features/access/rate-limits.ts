import { ipPrefix, type RateLimit } from '../../http/rate-limit.ts'
import { sha256Base64url } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'

const minuteMs = 60_000

/**
 * Checkouts of one network. An item has no limit: a launch must not refuse buyers, and a shared counter would be one row
 * that every checkout of the item writes. A surge raises an alert instead (checkout-surge.ts).
 */
export function checkoutRateLimits(ports: Ports, ip: string): Array<RateLimit> {
  return ipLimit(ports, { key: `checkout/${ipPrefix(ip)}`, max: 120, windowMs: 10 * minuteMs })
}

export function accessLinksRateLimits(ports: Ports, email: string, ip: string): Array<RateLimit> {
  return [
    ...ipLimit(ports, { key: `lost-links/${ipPrefix(ip)}`, max: 30, windowMs: 60 * minuteMs }),
    { key: `lost-links/${email.toLowerCase()}`, max: 5, windowMs: 60 * minuteMs },
  ]
}

/** Access mails sent again; how often for one purchase is decided where the purchase is known. */
export function accessEmailRateLimits(ports: Ports, contentId: number, ip: string): Array<RateLimit> {
  return [
    ...ipLimit(ports, { key: `access-mail/${ipPrefix(ip)}`, max: 60, windowMs: 60 * minuteMs }),
    { key: `access-mail/${contentId}`, max: 1_000, windowMs: 60 * minuteMs },
  ]
}

/** The same for the address it goes to: somebody who bought ten things is not mailed without end either. */
export function accessEmailRecipientLimits(email: string): Array<RateLimit> {
  return [{ key: `access-mail-to/${email.toLowerCase()}`, max: 20, windowMs: 24 * 60 * minuteMs }]
}

/** Receipts that must be rendered: of one purchase, and for one caller. Those in the cache are not counted. */
export function receiptPdfLimits(
  ports: Ports,
  { purchaseId, ip }: { purchaseId: number; ip: string },
): Array<RateLimit> {
  return [
    ...ipLimit(ports, { key: `receipt-pdf-from/${ipPrefix(ip)}`, max: 120, windowMs: 10 * minuteMs }),
    { key: `receipt-pdf/${purchaseId}`, max: 30, windowMs: 10 * minuteMs },
  ]
}

/** Who starts an attempt, as limits on declined cards know them: a keyed hash, so that no address is kept. */
export function hashIp({ config, secret }: Pick<Ports, 'config' | 'secret'>, ip: string): string {
  return config.isLocal ? '' : sha256Base64url(`caller ${secret} ${ipPrefix(ip)}`)
}

/** On a machine of one's own every caller has the same address, and it is one's own. */
export function ipLimit({ config }: Ports, limit: RateLimit): Array<RateLimit> {
  return config.isLocal ? [] : [limit]
}
