import { eq } from 'drizzle-orm'
import type { MinorUnits } from '../../../contract/money.ts'
import type { DisputeAction } from '../../../contract/sandbox.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { DisputeSnapshot } from '../../ports/payment-provider.ts'
import { recordMovement } from './balance-transactions.ts'
import { newSandboxId, type SandboxContext } from './context.ts'
import { enqueueWebhook } from './events.ts'
import type { Payment } from './payment-store.ts'
import { type EventType, sandboxDisputes } from './schema.ts'

type Dispute = typeof sandboxDisputes.$inferSelect
type State = DisputeSnapshot['state']

/** A bank's next actions by the state of the dispute. A lost one can still be won. */
const transitions: Record<State | 'none', Partial<Record<DisputeAction, State>>> = {
  none: { open_inquiry: 'inquiry', open: 'open' },
  inquiry: { open: 'open', win: 'won' },
  open: { win: 'won', lose: 'lost' },
  lost: { win: 'won' },
  won: {},
}

export function allowedActions(payment: Pick<Payment, 'state'>, dispute: State | undefined) {
  if (payment.state !== 'paid') return []
  return Object.keys(transitions[dispute ?? 'none']) as Array<DisputeAction>
}

/**
 * Applies a bank's action to a payment. The caller holds its lock. Throws AppError for an action that is not allowed
 * in its state.
 */
export async function applyDisputeAction(
  context: SandboxContext,
  tx: Tx,
  payment: Payment,
  action: DisputeAction,
): Promise<void> {
  const dispute = await findDispute(tx, payment.id)
  const next = transitions[dispute?.state ?? 'none'][action]
  if (!next || !allowedActions(payment, dispute?.state).includes(action))
    throw new AppError(
      'conflict',
      `This isn’t possible for a payment that is ${describeState(payment, dispute)}.`,
    )
  if (!dispute) return openDispute(context, tx, payment, next)
  await tx.update(sandboxDisputes).set({ state: next }).where(eq(sandboxDisputes.id, dispute.id))
  const amount = heldAmount(dispute, dispute.state) - heldAmount(dispute, next)
  if (amount !== 0) await recordMovement(context, tx, { kind: 'dispute', sourceId: dispute.id, amount })
  await enqueueWebhook(context, tx, eventTypeByState[next], payment.id)
}

/** A dispute covers the whole payment, whatever was refunded before. */
export async function openDispute(
  context: SandboxContext,
  tx: Tx,
  { id: paymentId, amount }: Payment,
  state: State = 'open',
): Promise<void> {
  const row = { id: newSandboxId('dp'), paymentId, amount, state, createdAt: context.clock.now() }
  const [opened] = await tx.insert(sandboxDisputes).values(row).onConflictDoNothing().returning()
  if (!opened) return
  const held = heldAmount(opened, state)
  if (held > 0) await recordMovement(context, tx, { kind: 'dispute', sourceId: opened.id, amount: -held })
  await enqueueWebhook(context, tx, eventTypeByState[state], paymentId)
}

/** What the bank has taken of a dispute's amount. */
function heldAmount({ amount }: Pick<Dispute, 'amount'>, state: State): MinorUnits {
  return state === 'open' || state === 'lost' ? amount : 0
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
  return dispute ? `${state} with a dispute that is ${dispute.state}` : state
}
