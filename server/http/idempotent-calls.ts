import { and, eq } from 'drizzle-orm'
import { deleteRows, findRow, updateRow } from '../db/rows.ts'
import { idempotentCalls } from '../db/schema/index.ts'
import type { Ports } from '../ports/index.ts'
import { sha256Base64url } from './request-context.ts'

/** A call that was started this long ago and has no answer was cut off: its process ended. */
const cutOffMs = 60_000

type Call = { apiKeyId: number; idempotencyKey: string; requestHash: string }
type Started =
  | { state: 'started'; id: number }
  | { state: 'running' }
  | { state: 'other' }
  | { state: 'answered'; answer: unknown }

/** Begins a call, or says what became of the earlier one with its Idempotency-Key. */
export async function startCall(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { apiKeyId, idempotencyKey, requestHash }: Call,
): Promise<Started> {
  const now = clock.now()
  const idempotencyKeyHash = sha256Base64url(idempotencyKey)
  const [inserted] = await db
    .insert(idempotentCalls)
    .values({ apiKeyId, idempotencyKeyHash, requestHash, startedAt: now })
    .onConflictDoNothing()
    .returning({ id: idempotentCalls.id })
  if (inserted) return { state: 'started', id: inserted.id }

  const earlier = await findRow(db, idempotentCalls, { apiKeyId, idempotencyKeyHash })
  // It failed in between, and may be made again.
  if (!earlier) return { state: 'running' }
  if (earlier.requestHash !== requestHash) return { state: 'other' }
  if (earlier.answeredAt !== null) return { state: 'answered', answer: earlier.answer ?? undefined }
  if (now.getTime() - earlier.startedAt.getTime() < cutOffMs) return { state: 'running' }
  const { id, startedAt } = earlier
  const [taken] = await db
    .update(idempotentCalls)
    .set({ startedAt: now })
    .where(and(eq(idempotentCalls.id, id), eq(idempotentCalls.startedAt, startedAt)))
    .returning({ id: idempotentCalls.id })
  return taken ? { state: 'started', id } : { state: 'running' }
}

export async function finishCall(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  id: number,
  answer: unknown,
): Promise<void> {
  await updateRow(db, idempotentCalls, { id }, { answeredAt: clock.now(), answer: answer ?? null })
}

export async function forgetCall({ db }: Pick<Ports, 'db'>, id: number): Promise<void> {
  await deleteRows(db, idempotentCalls, { id })
}
