import { cut } from '../../../../domain/truncate.ts'
import type { Tx } from '../../../db/database.ts'
import { messageWithoutValues } from '../../../db/logged-error.ts'
import type { Ports } from '../../../ports/index.ts'
import { maxSendMs } from '../../../ports/mailer.ts'
import { renderEmail } from '../email/layout.tsx'
import type { EmailKind, EmailOf, EmailRenderer, EmailRenderers } from './deliveries.ts'
import { nextEventTry } from './event-tries.ts'
import { type DeliveryRow, markDropped, markFailed, markRetry, markSent } from './repository.ts'

/** Sends one delivery. `dropped`: it is obsolete. Throws when it has to be tried again. */
export type Send = (ports: Ports, delivery: DeliveryRow) => Promise<'sent' | 'dropped'>
/** A creator’s endpoint did not take it. Says when it is tried again; null gives it up. */
export class NotSentError extends Error {
  override name = 'NotSentError'
  readonly next: { at: Date; lane: number } | null

  constructor(message: string, next: NotSentError['next']) {
    super(message)
    this.next = next
  }
}

/** What else happens in the transaction that gives a delivery up. */
export type OnFailed = (tx: Tx, ports: Ports, delivery: DeliveryRow, error: string) => Promise<void>

/** The delays between tries of all but events to endpoints: two seconds, four, and so on up to ten minutes. */
const firstDelayMs = 2_000
const maxDelayMs = 600_000
/** A delivery fails at the first unsuccessful try after this time. */
const giveUpAfterMs = 72 * 3_600_000
const maxErrorLength = 300

/** Sends a claimed delivery and stores what became of it. Never throws. Returns whether it was sent. */
export async function deliver(
  ports: Ports,
  row: DeliveryRow,
  { send, onFailed }: { send: Send; onFailed: OnFailed },
): Promise<boolean> {
  const { db, clock, log } = ports
  const fields = { deliveryId: row.id, kind: row.kind, attempt: row.attempts }
  try {
    const outcome = await send(ports, row)
    if (outcome === 'sent') await markSent(db, row, clock.now())
    else await markDropped(db, row)
    return outcome === 'sent'
  } catch (cause) {
    // A creator's endpoint that answers nothing is no fault of the site.
    if (!(cause instanceof NotSentError)) log.error({ err: cause, ...fields }, 'delivery failed, will retry')
    await keepForLater(ports, row, cause, onFailed).catch((error: unknown) =>
      log.error(
        { err: error, ...fields },
        'a failed delivery could not be stored, and is retried when its lease ends',
      ),
    )
    return false
  }
}

async function keepForLater(ports: Ports, row: DeliveryRow, cause: unknown, onFailed: OnFailed) {
  const { db, clock } = ports
  const error = cut(messageWithoutValues(cause).split('\n')[0] || 'No error message.', maxErrorLength)
  const next = cause instanceof NotSentError ? cause.next : nextTry(row, clock.now())
  if (next) return markRetry(db, row, { error, nextAt: next.at, lane: next.lane })
  await db.transaction(async (tx) => {
    if (await markFailed(tx, row, error)) await onFailed(tx, ports, row, error)
  })
}

export function emailSender(renderers: Partial<EmailRenderers>): Send {
  return async (ports, row) => {
    const { id, target: to, data, createdAt } = row
    // Erased, or of a deleted account.
    if (to === '' || to.endsWith('@deleted.invalid')) return 'dropped'
    const kind = row.kind as EmailKind
    const render = renderers[kind] as EmailRenderer<EmailKind> | undefined
    if (!render) throw new Error(`Emails of the kind ${kind} have no renderer`)
    const email = await render(ports, { id, kind, to, data, createdAt } as EmailOf<EmailKind>)
    if (!email) return 'dropped'
    const message = renderEmail(email)
    // Otherwise another process could claim it while it is being sent.
    if (row.nextAt.getTime() - ports.clock.now().getTime() < maxSendMs)
      throw new Error('Writing the email took too long')
    const { hostname } = new URL(ports.config.publicUrl)
    await ports.mailer.send({ to, kind, ...message, messageId: `<delivery-${id}@${hostname}>` })
    return 'sent'
  }
}

function nextTry(row: DeliveryRow, now: Date): NotSentError['next'] {
  const { attempts, createdAt, lane, endpointId } = row
  if (endpointId !== null) {
    const at = nextEventTry(row, now)
    return at && { at, lane }
  }
  if (now.getTime() - createdAt.getTime() >= giveUpAfterMs) return null
  const delayMs = Math.min(firstDelayMs * 2 ** (attempts - 1), maxDelayMs)
  return { at: new Date(now.getTime() + delayMs), lane }
}
