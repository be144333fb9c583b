import { AppError } from '../../../../domain/errors.ts'
import { ipPrefix, type RateLimit } from '../../../http/rate-limit.ts'
import { type BuyerProof, sha256Base64url, timingSafeEquals } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { decryptClientSecret } from '../purchases/access-token.ts'
import { type CheckoutRow, selectBuyerCheckouts } from '../purchases/checkouts-repository.ts'
import { type FoundPayment, findPayment } from '../purchases/repository.ts'

/** The same error for a missing purchase and for another buyer's. */
export const purchaseNotFound = () => new AppError('not_found', 'Purchase Not Found')

/**
 * The checkout behind a payment, for its owner: the browser that started it, or the holder of its client secret. The
 * payment id alone is no proof. Throws AppError.
 */
export async function requireOwnCheckout(
  ports: Ports,
  paymentId: string,
  buyerProof: BuyerProof,
): Promise<CheckoutRow> {
  return (await requireOwnPayment(ports, paymentId, buyerProof)).checkout
}

/** The same with the purchase, once there is one. */
export async function requireOwnPayment(
  ports: Ports,
  paymentId: string,
  buyerProof: BuyerProof,
): Promise<FoundPayment> {
  const found = await findPayment(ports.db, { provider: ports.paymentProvider.id, paymentId })
  if (!found || !hasBuyerProof(ports, found.checkout, buyerProof)) throw purchaseNotFound()
  return found
}

/** The payment of a browser's newest checkout of an item. Throws AppError when there is none. */
export async function requireLatestPaymentId(
  { db }: Ports,
  contentId: number,
  { cookieHash: buyerCookieHash }: BuyerProof,
): Promise<string> {
  const [latest] = buyerCookieHash ? await selectBuyerCheckouts(db, { buyerCookieHash, contentId }) : []
  if (!latest?.providerPaymentId) throw purchaseNotFound()
  return latest.providerPaymentId
}

/** Whether the caller is the browser that started the checkout, or knows its client secret. */
export function hasBuyerProof(
  ports: Ports,
  checkout: CheckoutRow,
  { cookieHash, paymentSecret }: BuyerProof,
): boolean {
  if (cookieHash !== undefined && timingSafeEquals(checkout.buyerCookieHash, cookieHash)) return true
  const expected = decryptClientSecret(ports, checkout.clientSecretEncrypted)
  return paymentSecret !== undefined && expected !== undefined && timingSafeEquals(expected, paymentSecret)
}

const minuteMs = 60_000

/**
 * Checkouts of one network. There is no limit per item: a launch must not refuse buyers, and a shared counter would
 * be one row that every checkout writes. A surge raises an alert instead (`checkCheckoutSurges`).
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

/** Of one browser and item, where the payment is not known yet. */
export function readLimitsOfItem(
  ports: Ports,
  { params, buyer, ip }: { params: { id: number }; buyer: BuyerProof; ip: string },
): Array<RateLimit> {
  return paymentReadLimits(ports, { checkout: `${params.id}/${buyer.cookieHash ?? ipPrefix(ip)}`, ip })
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
