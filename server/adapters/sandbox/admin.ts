import { randomUUID } from 'node:crypto'
import { asc, eq, lte, sql } from 'drizzle-orm'
import { decimal, parseDecimal } from '../../../contract/money.ts'
import type { DisputeMove } from '../../../contract/sandbox-desk.ts'
import { AppError } from '../../../domain/errors.ts'
import { sandboxClock, sandboxDeliveries } from '../../db/schema/sandbox.ts'
import { RefundRefused } from '../../ports/payment-provider.ts'
import { findPayment, type Payment } from './books.ts'
import { lockPayment } from './clockwork.ts'
import type { Desk } from './desk.ts'
import { moveDispute } from './disputes.ts'
import { isSandboxId } from './ids.ts'
import { refund, refundable } from './refunds.ts'
import { renewDue } from './renewals.ts'
import { subscriptionNow } from './subscription-books.ts'

const done = { done: true as const }
const mostDays = 3_660

/** A person at the provider pays back a part (a decimal string), or all that is left. Throws AppError. */
export async function refundByHand(desk: Desk, id: string, amount: string | undefined) {
  const payment = await known(desk, id)
  const left = await refundable(desk.db, payment)
  const part = amount === undefined ? left : parseDecimal(amount, payment.currency)
  if (left === 0) throw new AppError('conflict', 'Nothing of this payment can be refunded.')
  if (!part || part > left) {
    const sentence = `Enter an amount of at most ${decimal(left, payment.currency)}`
    throw new AppError('invalid_input', sentence, { amount: sentence })
  }
  await refund(desk, { paymentId: id, amount: part, reason: 'requested' }, `by-hand/${randomUUID()}`).catch(
    (error: unknown) => {
      throw error instanceof RefundRefused ? new AppError('conflict', error.message) : error
    },
  )
  return done
}

export async function disputeByHand(desk: Desk, id: string, move: DisputeMove) {
  await known(desk, id)
  await desk.db.transaction(async (tx) => moveDispute(desk, tx, await lockPayment(desk, tx, id), move))
  return done
}

/** Posts the webhooks about a payment again: they leave a millisecond apart, in the order asked for. */
export async function resendAbout(desk: Desk, id: string, order: 'same' | 'reverse') {
  const { subscriptionId } = await known(desk, id)
  const rows = await desk.db
    .select({ id: sandboxDeliveries.id })
    .from(sandboxDeliveries)
    .where(eq(sandboxDeliveries.objectId, subscriptionId ?? id))
    .orderBy(asc(sandboxDeliveries.createdAt), asc(sandboxDeliveries.id))
  const sequence = order === 'reverse' ? rows.toReversed() : rows
  const first = desk.clock.now().getTime() - sequence.length
  for (const [place, row] of sequence.entries()) await again(desk, row.id, new Date(first + place))
  return { posted: rows.length }
}

export async function resendDelivery(desk: Desk, id: string) {
  const [found] = isSandboxId('evt', id) ? await again(desk, id, desk.clock.now()) : []
  if (!found) throw new AppError('not_found', 'There is no such webhook.')
  return done
}

export async function readClock(desk: Desk) {
  const [row] = await desk.db.select().from(sandboxClock)
  return { now: (await subscriptionNow(desk.db, desk)).toISOString(), daysAhead: row?.daysAhead ?? 0 }
}

/** Throws AppError: a subscription need not be older than ten years. */
export async function moveClock(desk: Desk, days: number) {
  const [moved] = await desk.db
    .insert(sandboxClock)
    .values({ id: 1, daysAhead: days })
    .onConflictDoUpdate({
      target: sandboxClock.id,
      set: { daysAhead: sql`${sandboxClock.daysAhead} + ${days}` },
      setWhere: lte(sandboxClock.daysAhead, mostDays - days),
    })
    .returning()
  if (!moved) throw new AppError('conflict', 'The clock cannot be moved further.')
  await renewDue(desk)
  return readClock(desk)
}

function again({ db }: Desk, id: string, nextTryAt: Date) {
  return db
    .update(sandboxDeliveries)
    .set({ tries: 0, nextTryAt, deliveredAt: null })
    .where(eq(sandboxDeliveries.id, id))
    .returning({ id: sandboxDeliveries.id })
}

async function known({ db }: Desk, id: string): Promise<Payment> {
  const payment = await findPayment(db, id)
  if (!payment) throw new AppError('not_found', 'There is no such payment.')
  return payment
}
