import { createHmac, timingSafeEqual } from 'node:crypto'
import { and, desc, eq, gte, lt, or } from 'drizzle-orm'
import { z } from 'zod'
import { dictionary } from '../../../contract/dictionary.ts'
import type { Tx } from '../../db/database.ts'
import { insertRows } from '../../db/rows.ts'
import {
  type EventPage,
  type EventRange,
  InvalidSignatureError,
  type WebhookEventRef,
} from '../../ports/payment-provider.ts'
import { newSandboxId, type SandboxContext } from './context.ts'
import { type EventType, sandboxDeliveries } from './schema.ts'

const pageSize = 100

/** The object of an event by the first part of its type. Events of refunds and disputes refer to their payment. */
const objectTypeByPrefix: Record<string, WebhookEventRef['objectType']> = dictionary({
  payment: 'payment',
  refund: 'refund',
  dispute: 'dispute',
  account: 'account',
  capability: 'account',
  payout: 'platform_payout',
  balance: 'balance',
  transfer: 'payout',
  subscription: 'subscription',
})

/** A reference without data: the receiver reads the object itself. */
const Event = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({ object: z.object({ id: z.string() }) }),
})

/** Inserts the webhook in the transaction of the change, so that it exists exactly when the change does. */
export async function enqueueWebhook(
  context: SandboxContext,
  tx: Tx,
  type: EventType,
  objectId: string,
): Promise<void> {
  const now = context.clock.now()
  const nextAttemptAt = new Date(now.getTime() + context.faultInjection.randomDelayMs())
  const id = newSandboxId('evt')
  await insertRows(tx, sandboxDeliveries, [{ id, type, objectId, createdAt: now, nextAttemptAt }])
}

export function webhookBody({
  id,
  type,
  objectId,
}: Pick<typeof sandboxDeliveries.$inferSelect, 'id' | 'type' | 'objectId'>): string {
  const event: z.infer<typeof Event> = { id, type, data: { object: { id: objectId } } }
  return JSON.stringify(event)
}

/** The object that a signed event refers to; none for an unknown type. Throws InvalidSignatureError. */
export async function readEvents(
  { secret, clock }: SandboxContext,
  rawBody: Buffer,
  headers: Record<string, string | Array<string> | undefined>,
): Promise<Array<WebhookEventRef>> {
  verifySignature(secret, rawBody, headers[signatureHeader], clock.now())
  const event = Event.safeParse(parseJson(rawBody))
  if (!event.success) throw new InvalidSignatureError('The signed payload is not an event')
  const { id, type, data } = event.data
  return toEventRefs({ id, type, objectId: data.object.id })
}

/** The events since a time, newest first, whether or not they were delivered. */
export async function listEvents({ db }: SandboxContext, { since, after }: EventRange): Promise<EventPage> {
  const { createdAt, id } = sandboxDeliveries
  const [last] = after ? await db.select().from(sandboxDeliveries).where(eq(id, after)) : []
  const isOlder =
    last && or(lt(createdAt, last.createdAt), and(eq(createdAt, last.createdAt), lt(id, last.id)))
  const rows = await db
    .select()
    .from(sandboxDeliveries)
    .where(and(gte(createdAt, since), isOlder))
    .orderBy(desc(createdAt), desc(id))
    .limit(pageSize)
  return { events: rows.flatMap(toEventRefs), ...(rows.length === pageSize && { next: rows.at(-1)?.id }) }
}

function toEventRefs({ id, type, objectId }: { id: string; type: string; objectId: string }) {
  const [, prefix = ''] = /^(\w+)\./.exec(type) ?? []
  const objectType = Object.hasOwn(objectTypeByPrefix, prefix) ? objectTypeByPrefix[prefix] : undefined
  return objectType ? [{ eventId: id, objectType, objectId }] : []
}

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'))
  } catch {
    return undefined
  }
}

export const signatureHeader = 'sandbox-signature'
const toleranceSeconds = 300

/** `t=<seconds>,v1=<HMAC-SHA256 of "t.body">`. */
export function sign(secret: string, body: string | Buffer, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  return `t=${seconds},v1=${computeSignature(secret, seconds, body).toString('hex')}`
}

/** Throws InvalidSignatureError unless the header signs these bytes within five minutes of now. */
function verifySignature(secret: string, body: Buffer, header: unknown, now: Date): void {
  const match = typeof header === 'string' ? /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) : undefined
  if (!match) throw new InvalidSignatureError('The signature is missing or has an unknown format')

  const seconds = Number(match[1])
  const given = Buffer.from(String(match[2]), 'hex')
  if (!timingSafeEqual(given, computeSignature(secret, seconds, body)))
    throw new InvalidSignatureError('The signature does not match')
  if (Math.abs(now.getTime() / 1000 - seconds) > toleranceSeconds)
    throw new InvalidSignatureError('The signature is too old')
}

function computeSignature(secret: string, seconds: number, body: string | Buffer): Buffer {
  return createHmac('sha256', secret).update(`${seconds}.`).update(body).digest()
}
