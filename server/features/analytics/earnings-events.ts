import { and, desc, eq, gte, inArray, isNull, lt, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { EarningsEvent } from '../../../contract/analytics.ts'
import { limits } from '../../../contract/limits.ts'
import type { MinorUnits } from '../../../contract/money.ts'
import { addDays, type Day } from '../../../domain/dates.ts'
import type { Db } from '../../db/database.ts'
import { contentItems, payouts } from '../../db/schema/index.ts'
import type { DateRange } from './repository.ts'

type Event = Omit<EarningsEvent, 'amount'> & { amount: MinorUnits | null }

/** The maximum number of events that stay readable on a chart. */
const maxEvents = limits.maxListed.earningsEvents

/**
 * The newest events of a range, oldest first: the published items by the day they were created, and the payouts that
 * were not returned.
 */
export async function loadEarningsEvents(db: Db, creatorId: string, range: DateRange): Promise<Array<Event>> {
  const start = new Date(range.from)
  const end = new Date(addDays(range.to, 1))
  const publications = db
    .select({
      day: sql<Day>`(${contentItems.createdAt} at time zone 'UTC')::date::text`.as('day'),
      kind: sql<Event['kind']>`'published'`.as('kind'),
      title: sql<string | null>`${contentItems.title}`.as('title'),
      amount: sql<string | null>`null::bigint`.as('amount'),
      at: sql`${contentItems.createdAt}`.as('at'),
    })
    .from(contentItems)
    .where(
      and(
        eq(contentItems.creatorId, creatorId),
        eq(contentItems.status, 'published'),
        isNull(contentItems.deletedAt),
        gte(contentItems.createdAt, start),
        lt(contentItems.createdAt, end),
      ),
    )
    .orderBy(desc(contentItems.createdAt))
    .limit(maxEvents)
  const payoutEvents = db
    .select({
      day: sql<Day>`(${payouts.createdAt} at time zone 'UTC')::date::text`.as('day'),
      kind: sql<Event['kind']>`'payout'`.as('kind'),
      title: sql<string | null>`null::text`.as('title'),
      amount: sql<string | null>`${payouts.amount}`.as('amount'),
      at: sql`${payouts.createdAt}`.as('at'),
    })
    .from(payouts)
    .where(
      and(
        eq(payouts.creatorId, creatorId),
        inArray(payouts.state, ['processing', 'paid']),
        gte(payouts.createdAt, start),
        lt(payouts.createdAt, end),
      ),
    )
    .orderBy(desc(payouts.createdAt))
    .limit(maxEvents)
  const rows = await unionAll(publications, payoutEvents).orderBy(desc(sql`at`)).limit(maxEvents)
  return rows.toReversed().map(({ day, kind, title, amount }) => ({
    ...{ day, kind, title },
    amount: amount === null ? null : Number(amount),
  }))
}
