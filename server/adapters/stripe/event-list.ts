import type Stripe from 'stripe'
import type { EventPage, EventPointer, EventRange } from '../../ports/payment-provider.ts'
import { ProviderAway } from '../../ports/provider-away.ts'
import type { Desk } from './desk.ts'
import { Event, type HasMarks, hasMarks, type Where, whereOf } from './events.ts'
import { answerOf, isForbidden } from './faults.ts'

/** Each refund or dispute of a page may need a request of its own, and the page has one timeout for all of them. */
const pageSize = 20

/**
 * The events of our own account since a moment, newest first; Stripe keeps them for 30 days. A key that may not read events
 * gets none: webhooks alone have to do then. An event that cannot be read is logged and left out, so that it does not stop
 * the others.
 */
export async function listEvents(desk: Desk, { since, after }: EventRange): Promise<EventPage> {
  const { client, log } = desk
  const created = { gte: Math.floor(since.getTime() / 1_000) }
  const list = client.events.list({ created, limit: pageSize, ...(after && { starting_after: after }) })
  const found = await answerOf(Promise.resolve(list)).catch((error: unknown) => {
    if (!isForbidden(error)) throw error
    log.warn({}, 'stripe: the key may not read events, so lost webhooks are not found')
    return undefined
  })
  const events: Array<EventPointer> = []
  const lookUp = cachedHasMarks(desk)
  for (const one of found?.data ?? []) {
    const where = await whereOrSkip(desk, one, lookUp)
    if (where) events.push({ eventId: one.id, ...where })
  }
  return { events, ...(found?.has_more && { next: found.data.at(-1)?.id }) }
}

async function whereOrSkip({ log }: Desk, listed: Stripe.Event, lookUp: HasMarks): Promise<Where> {
  try {
    return await whereOf(Event.parse(listed), lookUp)
  } catch (error) {
    if (error instanceof ProviderAway) throw error
    const { id: eventId, type } = listed
    log.error({ err: error, eventId, type }, 'stripe: a listed event could not be read and was skipped')
    return undefined
  }
}

/** Several events of one page are often about the same payment. */
function cachedHasMarks(desk: Desk): HasMarks {
  const results = new Map<string, Promise<boolean>>()
  return (paymentId) => {
    const result = results.get(paymentId) ?? hasMarks(desk, paymentId)
    results.set(paymentId, result)
    return result
  }
}
