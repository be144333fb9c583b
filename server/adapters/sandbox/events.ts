import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Tx } from '../../db/database.ts'
import { sandboxDeliveries } from '../../db/schema/sandbox.ts'
import { type EventPointer, InvalidSignature } from '../../ports/payment-provider.ts'
import type { Desk } from './desk.ts'
import { signatureHeader, verify } from './signature.ts'

export type EventType =
  | 'payment.succeeded'
  | 'payment.failed'
  | 'payment.action_required'
  | 'payment.processing'
  | 'payment.canceled'
  | 'payment.refunded'

/** A pointer, never the facts: whoever gets it asks again. */
const Event = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({ object: z.object({ id: z.string() }) }),
})

/** Writes the webhook in the transaction of the change, so that there is one exactly when there is a change. */
export async function announce(desk: Desk, tx: Tx, type: EventType, paymentId: string): Promise<void> {
  const now = desk.clock.now()
  await tx.insert(sandboxDeliveries).values({
    id: `evt_sbx_${randomBytes(12).toString('hex')}`,
    type,
    objectId: paymentId,
    createdAt: now,
    nextTryAt: new Date(now.getTime() + desk.mishaps.delayUpTo()),
  })
}

export function bodyOf({ id, type, objectId }: typeof sandboxDeliveries.$inferSelect): string {
  const event: z.infer<typeof Event> = { id, type, data: { object: { id: objectId } } }
  return JSON.stringify(event)
}

/** Every event of the sandbox points at a payment; a type this version does not know points at nothing. */
export async function readEvents(
  { secret, clock }: Desk,
  rawBody: Buffer,
  headers: Record<string, string | Array<string> | undefined>,
): Promise<Array<EventPointer>> {
  verify(secret, rawBody, headers[signatureHeader], clock.now())
  const event = Event.safeParse(parsed(rawBody))
  if (!event.success) throw new InvalidSignature('What was signed is not an event')
  const { id, type, data } = event.data
  if (!type.startsWith('payment.')) return []
  return [{ eventId: id, about: 'payment', objectId: data.object.id }]
}

function parsed(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'))
  } catch {
    return undefined
  }
}
