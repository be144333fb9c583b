import { hashOf } from '../../http/call.ts'
import { type Limit, networkOf } from '../../http/throttle.ts'
import type { Ports } from '../../ports/index.ts'

const minute = 60_000

/**
 * Checkouts of one network. An item has no limit: a launch must not refuse buyers, and a shared counter would be one row
 * that every checkout of the item writes. A surge raises an alert instead (checkout-surge.ts).
 */
export function checkoutLimits(ports: Ports, ip: string): Array<Limit> {
  return byAddress(ports, { key: `checkout/${networkOf(ip)}`, max: 120, perMs: 10 * minute })
}

export function lostLinkLimits(ports: Ports, email: string, ip: string): Array<Limit> {
  return [
    ...byAddress(ports, { key: `lost-links/${networkOf(ip)}`, max: 30, perMs: 60 * minute }),
    { key: `lost-links/${email.toLowerCase()}`, max: 5, perMs: 60 * minute },
  ]
}

/** Access mails sent again; how often for one purchase is decided where the purchase is known. */
export function accessMailLimits(ports: Ports, contentId: number, ip: string): Array<Limit> {
  return [
    ...byAddress(ports, { key: `access-mail/${networkOf(ip)}`, max: 60, perMs: 60 * minute }),
    { key: `access-mail/${contentId}`, max: 1_000, perMs: 60 * minute },
  ]
}

/** The same for the address it goes to: somebody who bought ten things is not mailed without end either. */
export function accessMailsTo(email: string): Array<Limit> {
  return [{ key: `access-mail-to/${email.toLowerCase()}`, max: 20, perMs: 24 * 60 * minute }]
}

/** Receipts that must be rendered: of one purchase, and for one caller. Those in the cache are not counted. */
export function receiptPdfLimits(
  ports: Ports,
  { purchaseId, ip }: { purchaseId: number; ip: string },
): Array<Limit> {
  return [
    ...byAddress(ports, { key: `receipt-pdf-from/${networkOf(ip)}`, max: 120, perMs: 10 * minute }),
    { key: `receipt-pdf/${purchaseId}`, max: 30, perMs: 10 * minute },
  ]
}

/** Who starts an attempt, as limits on declined cards know them: a keyed hash, so that no address is kept. */
export function callerOf({ config, secret }: Pick<Ports, 'config' | 'secret'>, ip: string): string {
  return config.isLocal ? '' : hashOf(`caller ${secret} ${networkOf(ip)}`)
}

/** On a machine of one's own every caller has the same address, and it is one's own. */
export function byAddress({ config }: Ports, limit: Limit): Array<Limit> {
  return config.isLocal ? [] : [limit]
}
