import { type Cents, parseDecimal } from '../../../contract/money.ts'
import { AppError } from '../../../domain/errors.ts'
import { isWhole, refundDue } from '../../../domain/refund.ts'
import type { Tx } from '../../db/database.ts'
import { refundRequests } from '../../db/schema/index.ts'
import type { Ports } from '../../ports/index.ts'
import { lockCreator } from '../accounts/repository.ts'
import { payBackOrLater } from './pay-back.ts'
import { type RequestRow, underway } from './refund-rows.ts'
import { boughtById, lockGrant, revokeGrant } from './repository.ts'

type Order = {
  purchaseId: number
  /** A decimal string; all that is left when it is not there. */
  amount?: string | undefined
  /** What had gone back when this was decided, as a decimal string: when more has since, it is a conflict. */
  refunded?: string | undefined
  /** What the buyer is told. */
  reason: string
  by: { role: 'creator' | 'admin'; userId: string }
  /** Written down with the decision, or not at all. */
  note?: (tx: Tx, part: Cents) => Promise<void>
}

/**
 * A person gives a buyer money back without being asked; whether they may is the caller's to know. Throws AppError when
 * the amount is more than what is left, `conflict` when nothing is, or a refund is on its way already.
 */
export async function refundPurchase(
  ports: Ports,
  { purchaseId, amount, refunded, reason, by, note }: Order,
): Promise<'refunded' | 'refunding' | 'failed'> {
  const found = await boughtById(ports.db, purchaseId)
  if (!found) throw new AppError('not_found', 'Purchase Not Found')
  const row = await ports.db.transaction(async (tx) => {
    // Refunds are booked under this lock, so what is left cannot change while we decide.
    await lockCreator(tx, found.purchase.creatorId)
    const { purchase } = await lockGrant(tx, purchaseId)
    if (await isUnderway(tx, purchaseId))
      throw new AppError('conflict', 'A refund of this purchase is on its way already.')
    if (refunded !== undefined && parseDecimal(refunded, purchase.currency) !== purchase.refunded)
      throw new AppError('conflict', 'More has gone back meanwhile. Look again before you refund.')
    const part = refundDue(purchase, amount)
    // Closed with the intention: nobody has both the content and all of the money.
    if (isWhole(purchase, part))
      await revokeGrant(tx, purchaseId, { now: ports.clock.now(), reason: 'refund' })
    await note?.(tx, part)
    return insertRequest(tx, ports, {
      purchaseId,
      amount: part,
      reason: '',
      askedBy: by.role,
      state: 'refunding',
      decidedBy: by.userId,
      answer: reason,
    })
  })
  return payBackOrLater(ports, row)
}

type NewRequest = Pick<RequestRow, 'purchaseId' | 'amount' | 'reason' | 'askedBy' | 'state'> &
  Partial<Pick<RequestRow, 'decidedBy' | 'answer' | 'nextTryAt'>>

/** Keeps an intention or a question; one that is no question is decided now. */
export async function insertRequest(
  tx: Tx,
  { newId, clock }: Ports,
  request: NewRequest,
): Promise<RequestRow> {
  const now = clock.now()
  const decidedAt = request.state === 'asked' ? null : now
  const [row] = await tx
    .insert(refundRequests)
    .values({ ...request, id: newId(), createdAt: now, decidedAt })
    .returning()
  if (!row) throw new Error('A refund request was not kept')
  return row
}

/** Decided and not paid back yet. The caller holds the lock of the grant. */
export async function isUnderway(tx: Tx, purchaseId: number): Promise<boolean> {
  return (await underway(tx, purchaseId)) > 0
}
