import { AppError } from '../../../domain/errors.ts'
import type { BuyerProof } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { decryptClientSecret, timingSafeEquals } from '../purchases/access-token.ts'
import type { CheckoutRow } from '../purchases/checkouts-repository.ts'
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
  requireBuyerProof(ports, found?.checkout, buyerProof)
  if (!found) throw purchaseNotFound()
  return found
}

/** Throws AppError unless the checkout is the caller's. */
function requireBuyerProof(
  ports: Ports,
  checkout: CheckoutRow | undefined,
  buyerProof: BuyerProof,
): CheckoutRow {
  if (!checkout || !hasBuyerProof(ports, checkout, buyerProof)) throw purchaseNotFound()
  return checkout
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
