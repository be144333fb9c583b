import { AppError } from '../../../domain/errors.ts'
import type { Tx } from '../../db/database.ts'
import type { Ports } from '../../ports/index.ts'
import {
  type RefundRequestRow,
  type RefundRequestWithPurchase,
  updateDecision,
} from '../purchases/refund-requests-repository.ts'
import { notifyOfObjection } from './emails.ts'

/**
 * Stores a creator's objection to a request, so that the admin decides, and emails the buyer and the admin. No money
 * moves; the amount stays reserved. The caller holds the creator's lock. Throws AppError `invalid_input` without a
 * reason.
 */
export async function saveObjection(
  tx: Tx,
  ports: Ports,
  { request, purchase }: RefundRequestWithPurchase,
  reason: string,
): Promise<RefundRequestRow> {
  if (reason === '') {
    const message = 'Tell us why you object to the refund'
    throw new AppError('invalid_input', message, { reason: message })
  }
  const objected = await updateDecision(tx, request, {
    state: 'in_review',
    objectedAt: ports.clock.now(),
    objectionMessage: reason,
  })
  if (!objected) throw new AppError('conflict', 'This request has already been decided.')
  await notifyOfObjection(tx, ports, objected, purchase)
  return objected
}
