import { AppError } from '../../../domain/errors.ts'
import type { BuyerProof } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { decryptClientSecret, timingSafeEquals } from '../purchases/access-token.ts'
import { type CheckoutRow, findCheckoutByPayment } from '../purchases/checkouts-repository.ts'

/** The same words for what does not exist and for what is somebody else's. */
export const purchaseNotFound = () => new AppError('not_found', 'Purchase Not Found')

/**
 * The attempt behind a payment, for whoever holds it: the browser that started it or whoever knows its client secret.
 * A payment's id alone is not a key. Throws AppError.
 */
export async function requireOwnCheckout(
  ports: Ports,
  paymentId: string,
  buyerProof: BuyerProof,
): Promise<CheckoutRow> {
  const attempt = await findCheckoutByPayment(ports.db, ports.paymentProvider.id, paymentId)
  if (!attempt || !isHolder(ports, attempt, buyerProof)) throw purchaseNotFound()
  return attempt
}

function isHolder(ports: Ports, attempt: CheckoutRow, { cookieHash, paymentSecret }: BuyerProof): boolean {
  if (cookieHash !== undefined && timingSafeEquals(attempt.buyerCookieHash, cookieHash)) return true
  const expected = decryptClientSecret(ports, attempt.clientSecretEncrypted)
  return paymentSecret !== undefined && expected !== undefined && timingSafeEquals(expected, paymentSecret)
}
