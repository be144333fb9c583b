import { eq } from 'drizzle-orm'
import type { DisputeAction } from '../../../contract/sandbox-admin.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Db, Tx } from '../../db/database.ts'
import { sandboxDisputes } from '../../db/schema/sandbox.ts'
import type { DisputeSnapshot } from '../../ports/payment-provider.ts'
import type { SandboxContext } from './context.ts'
import { type EventType, enqueueWebhook } from './events.ts'
import { newSandboxId } from './ids.ts'
import type { Payment } from './payment-store.ts'

type Dispute = typeof sandboxDisputes.$inferSelect
type State = DisputeSnapshot['state']

/** What a bank may do next, by where its dispute stands. After it was lost it may still be won. */
const transitions: Record<State | 'none', Partial<Record<DisputeAction, State>>> = {
  none: { inquire: 'inquiry', open: 'open' },
  inquiry: { open: 'open', win: 'won' },
  open: { win: 'won', lose: 'lost' },
  lost: { win: 'won' },
  won: {},
}

export function allowedActions(
  payment: Pick<Payment, 'state' | 'subscriptionId'>,
  dispute: State | undefined,
) {
  if (payment.state !== 'paid' || payment.subscriptionId) return []
  return Object.keys(transitions[dispute ?? 'none']) as Array<DisputeAction>
}

/** The bank moves on a payment. The caller holds its lock. Throws AppError when that is no move from where it stands. */
export async function applyDisputeAction(
  desk: SandboxContext,
  tx: Tx,
  payment: Payment,
  move: DisputeAction,
): Promise<void> {
  const dispute = await findDispute(tx, payment.id)
  const next = transitions[dispute?.state ?? 'none'][move]
  if (!next || !allowedActions(payment, dispute?.state).includes(move))
    throw new AppError(
      'conflict',
      `A payment that is ${describeState(payment, dispute)} cannot take this step.`,
    )
  if (!dispute) return openDispute(desk, tx, payment, next)
  await tx.update(sandboxDisputes).set({ state: next }).where(eq(sandboxDisputes.id, dispute.id))
  await enqueueWebhook(desk, tx, eventTypeByState[next], payment.id)
}

/** A dispute is over the whole payment, whatever was refunded of it before. */
export async function openDispute(
  desk: SandboxContext,
  tx: Tx,
  { id: paymentId, amount }: Payment,
  state: State = 'open',
): Promise<void> {
  const row = { id: newSandboxId('dp'), paymentId, amount, state, createdAt: desk.clock.now() }
  const [opened] = await tx.insert(sandboxDisputes).values(row).onConflictDoNothing().returning()
  if (opened) await enqueueWebhook(desk, tx, eventTypeByState[state], paymentId)
}

export async function findDispute(db: Db, paymentId: string): Promise<Dispute | undefined> {
  const [dispute] = await db.select().from(sandboxDisputes).where(eq(sandboxDisputes.paymentId, paymentId))
  return dispute
}

const eventTypeByState: Record<State, EventType> = {
  inquiry: 'dispute.updated',
  open: 'dispute.opened',
  won: 'dispute.closed',
  lost: 'dispute.closed',
}

function describeState({ state }: Payment, dispute: Dispute | undefined): string {
  return dispute ? `${state}, with a dispute that is ${dispute.state},` : state
}
