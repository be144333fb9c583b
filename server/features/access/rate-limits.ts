import { ipPrefix, type RateLimit } from '../../http/rate-limit.ts'
import { sha256Base64url } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'

const minuteMs = 60_000

/**
 * Checkouts of one network. There is no limit per item: a launch must not refuse buyers, and a shared counter would
 * be one row that every checkout writes. A surge raises an alert instead (checkout-surge.ts).
 */
export function checkoutRateLimits(ports: Ports, ip: string): Array<RateLimit> {
  return ipLimit(ports, { key: `checkout/${ipPrefix(ip)}`, max: 120, windowMs: 10 * minuteMs })
}

/**
 * Questions whether something is paid, each of which may read the payment at the card provider: of one checkout and of one
 * network. A page that waits for a payment asks about once a second.
 */
export function paymentReadLimits(
  ports: Ports,
  { checkout, ip }: { checkout: string; ip: string },
): Array<RateLimit> {
  return [
    ...ipLimit(ports, { key: `payment-read-from/${ipPrefix(ip)}`, max: 3_000, windowMs: 10 * minuteMs }),
    { key: `payment-read/${checkout}`, max: 900, windowMs: 10 * minuteMs },
  ]
}

export function accessLinksRateLimits(ports: Ports, email: string, ip: string): Array<RateLimit> {
  return [
    ...ipLimit(ports, { key: `lost-links/${ipPrefix(ip)}`, max: 30, windowMs: 60 * minuteMs }),
    { key: `lost-links/${email.toLowerCase()}`, max: 5, windowMs: 60 * minuteMs },
  ]
}

/** Access emails sent again; the limit per purchase is checked where the purchase is known. */
export function accessEmailRateLimits(ports: Ports, contentId: number, ip: string): Array<RateLimit> {
  return [
    ...ipLimit(ports, { key: `access-email/${ipPrefix(ip)}`, max: 60, windowMs: 60 * minuteMs }),
    { key: `access-email/${contentId}`, max: 1_000, windowMs: 60 * minuteMs },
  ]
}

/** Limits by recipient, for buyers with many purchases. */
export function accessEmailRecipientLimits(email: string): Array<RateLimit> {
  return [{ key: `access-email-to/${email.toLowerCase()}`, max: 20, windowMs: 24 * 60 * minuteMs }]
}

/** Corrections of a purchase's email address, which is possible once. */
export function emailCorrectionRateLimits(
  ports: Ports,
  { paymentId, ip }: { paymentId: string; ip: string },
): Array<RateLimit> {
  return [
    ...ipLimit(ports, { key: `email-correction/${ipPrefix(ip)}`, max: 30, windowMs: 60 * minuteMs }),
    { key: `email-correction-of/${paymentId}`, max: 10, windowMs: 60 * minuteMs },
  ]
}

/** Rendered receipts: of one purchase, and for one network. Cached ones do not count. */
export function receiptPdfLimits(
  ports: Ports,
  { purchaseId, ip }: { purchaseId: number; ip: string },
): Array<RateLimit> {
  return [
    ...ipLimit(ports, { key: `receipt-pdf-from/${ipPrefix(ip)}`, max: 120, windowMs: 10 * minuteMs }),
    { key: `receipt-pdf/${purchaseId}`, max: 30, windowMs: 10 * minuteMs },
  ]
}

/** The keyed hash of an IP address, by which limits on declined cards count without storing the address. */
export function hashIp({ config, secret }: Pick<Ports, 'config' | 'secret'>, ip: string): string {
  return config.isLocal ? '' : sha256Base64url(`caller ${secret} ${ipPrefix(ip)}`)
}

/** On a local instance every client has the same address, so there is no limit. */
export function ipLimit({ config }: Ports, limit: RateLimit): Array<RateLimit> {
  return config.isLocal ? [] : [limit]
}
