import { and, desc, eq, gte, inArray, isNull, lt, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { EarningsEvent, EarningsRange } from '../../../../contract/analytics.ts'
import { limits } from '../../../../contract/limits.ts'
import { type Currency, formatDecimal, type MinorUnits } from '../../../../contract/money.ts'
import { intervalFor, stepStart, stepsInRange } from '../../../../domain/chart-buckets.ts'
import { addDays, countUtcDays, type Day, utcDay, utcDaysInRange } from '../../../../domain/dates.ts'
import type { Db } from '../../../db/database.ts'
import { contentItems, payouts } from '../../../db/schema/index.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import {
  type DateRange,
  findActiveDays,
  findFirstActiveDay,
  type Scope,
  sumReversalsByDay,
} from './repository.ts'

/** The figures of a day or a longer step. Amounts are in minor units; `refunded` is positive. */
export type EarningsStep = {
  views: number
  sales: number
  refundedSales: number
  earned: MinorUnits
  refunded: MinorUnits
}

/** A creator's earnings over time, with a point for every step, also empty ones, and the period before. */
export async function getEarningsHistory(
  { db, clock, config }: Ports,
  viewer: Viewer,
  period: EarningsRange,
) {
  const scope = { creatorId: viewer.id }
  const firstDay = await findFirstActiveDay(db, scope)
  const to = utcDay(clock.now())
  const range = { from: period === 'all' ? (firstDay ?? to) : addDays(to, period === 'week' ? -6 : -29), to }
  const previousRange = period === 'all' ? undefined : comparableRange(range, firstDay)
  const days = await loadEarningsDays(db, scope, { from: previousRange?.from ?? range.from, to })

  const interval = intervalFor(range)
  const stepOf = (day: Day) => stepStart(day, interval)
  const steps = groupBySteps(days, range, stepOf)
  const previousSteps = previousRange && [...groupBySteps(days, previousRange, stepOf).values()]
  const present = (step: EarningsStep) => presentEarnings(step, config.currency)
  const total = sumSteps([...steps.values()])
  const events = await loadEarningsEvents(db, scope.creatorId, range)
  return {
    currency: config.currency,
    interval,
    points: stepsInRange(range, interval).map((from, index) => {
      const step = steps.get(from) ?? emptyStep
      const previous = previousSteps?.[index]
      return {
        from,
        views: step.views,
        ...present(step),
        previousEarned: previous ? toNumber(previous.earned, config.currency) : null,
      }
    }),
    events: events.map(({ amount, ...event }) => ({
      ...event,
      amount: amount === null ? null : toNumber(amount, config.currency),
    })),
    total: { ...present(total), refundedSales: total.refundedSales },
    previous: previousSteps ? present(sumSteps(previousSteps)) : null,
  }
}

const emptyStep: EarningsStep = { views: 0, sales: 0, refundedSales: 0, earned: 0, refunded: 0 }

/** The same number of days before the range. Undefined when the first activity was later than their first day. */
export function comparableRange({ from, to }: DateRange, firstDay: Day | undefined): DateRange | undefined {
  const before = { from: addDays(from, -countUtcDays(from, to)), to: addDays(from, -1) }
  return firstDay !== undefined && firstDay <= before.from ? before : undefined
}

/**
 * The figures of every day with activity. On a day when won disputes return more than was refunded, the difference
 * counts as earned.
 */
export async function loadEarningsDays(db: Db, scope: Scope, range: DateRange) {
  const reversalsByDay = await sumReversalsByDay(db, scope, range)
  const rows = await findActiveDays(db, scope, range)
  return rows.map(({ day, views, sales, saleCountDelta, netEarnings }) => {
    const refunded = Math.max(0, reversalsByDay.get(day) ?? 0)
    return {
      day,
      views,
      sales,
      refunded,
      refundedSales: sales - saleCountDelta,
      earned: netEarnings + refunded,
    }
  })
}

/** The sums of each step of a range, in order, without gaps. */
function groupBySteps(
  days: ReadonlyArray<EarningsStep & { day: Day }>,
  range: DateRange,
  stepOf: (day: Day) => Day,
): Map<Day, EarningsStep> {
  const steps = new Map(utcDaysInRange(range.from, range.to).map((day) => [stepOf(day), emptyStep]))
  for (const day of days) {
    const key = stepOf(day.day)
    const step = steps.get(key)
    if (step && day.day >= range.from && day.day <= range.to) steps.set(key, sumSteps([step, day]))
  }
  return steps
}

export function sumSteps(steps: ReadonlyArray<EarningsStep>): EarningsStep {
  return steps.reduce(
    (total, step) => ({
      views: total.views + step.views,
      sales: total.sales + step.sales,
      refundedSales: total.refundedSales + step.refundedSales,
      earned: total.earned + step.earned,
      refunded: total.refunded + step.refunded,
    }),
    emptyStep,
  )
}

function presentEarnings({ sales, earned, refunded }: EarningsStep, currency: Currency) {
  return {
    sales,
    earned: toNumber(earned, currency),
    refunded: toNumber(refunded, currency),
    netEarnings: toNumber(earned - refunded, currency),
  }
}

function toNumber(amount: MinorUnits, currency: Currency): number {
  return Number(formatDecimal(amount, currency))
}

type Event = Omit<EarningsEvent, 'amount'> & { amount: MinorUnits | null }

/** The maximum number of events that stay readable on a chart. */
const maxEvents = limits.maxListed.earningsEvents

/**
 * The newest events of a range, oldest first: the published items by the day they were created, and the payouts that
 * were not returned.
 */
async function loadEarningsEvents(db: Db, creatorId: string, range: DateRange): Promise<Array<Event>> {
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
    day,
    kind,
    title,
    amount: amount === null ? null : Number(amount),
  }))
}
