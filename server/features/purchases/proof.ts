import { AppError } from '../../../domain/errors.ts'
import type { BuyerProof } from '../../http/call.ts'
import type { Ports } from '../../ports/index.ts'
import { type AttemptRow, attemptByPayment } from './attempts.ts'
import { sameSecret, unseal } from './tokens.ts'

/** The same words for what does not exist and for what is somebody else's. */
export const purchaseNotFound = () => new AppError('not_found', 'Purchase Not Found')

/**
 * The attempt behind a payment, for whoever holds it: the browser that started it or whoever knows its client secret.
 * A payment's id alone is not a key. Throws AppError.
 */
export async function heldAttempt(ports: Ports, paymentId: string, proof: BuyerProof): Promise<AttemptRow> {
  const attempt = await attemptByPayment(ports.db, ports.payments.id, paymentId)
  if (!attempt || !holds(ports, attempt, proof)) throw purchaseNotFound()
  return attempt
}

function holds(ports: Ports, attempt: AttemptRow, { browser, paymentSecret }: BuyerProof): boolean {
  if (browser !== undefined && sameSecret(attempt.browser, browser)) return true
  const expected = unseal(ports, attempt.clientSecret)
  return paymentSecret !== undefined && expected !== undefined && sameSecret(expected, paymentSecret)
}
