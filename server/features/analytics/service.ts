import type { Period } from '../../../contract/analytics.ts'
import { type Cents, decimal } from '../../../contract/money.ts'
import { type Day, dayAfter, dayOf, daysBetween } from '../../../domain/days.ts'
import type { Viewer } from '../../http/call.ts'
import type { Ports } from '../../ports/index.ts'
import { contentNotFound } from '../content/own.ts'
import {
  checkoutsByDay,
  checkoutsOfItem,
  daysOfCreator,
  daysOfItem,
  firstDayOf,
  type ItemNumbers,
  itemsIn,
  type Span,
  sourcesIn,
  totalsOfItem,
} from './repository.ts'

/** Days of an item's own little history. */
const itemDays = 30
/** The longest time that is still shown day by day. */
const mostDays = 92
/** Items and sources named in an analysis. */
const mostNamed = { items: 100, sources: 50 }

/** From the first look to the last sale of one item. Another creator's item answers as one that does not exist. */
export async function itemNumbers({ db, clock }: Ports, viewer: Viewer, id: number) {
  const totals = await totalsOfItem(db, { id, creatorId: viewer.id })
  if (!totals) throw contentNotFound()
  const to = dayOf(clock.now())
  const span = { from: dayAfter(to, 1 - itemDays), to }
  const checkouts = await checkoutsOfItem(db, id)
  const found = new Map((await daysOfItem(db, id, span)).map((day) => [day.day, day]))
  return {
    ...totals,
    id,
    checkouts,
    earned: Number(decimal(totals.earned, totals.currency)),
    days: daysBetween(span.from, span.to).map((day) => found.get(day) ?? { day, views: 0, sales: 0 }),
  }
}

type Earned = { views: number; sales: number; earned: Cents }

/** A creator's earnings over time, a point for every day or month, also for those on which nothing happened. */
export async function earningsHistory({ db, clock, config }: Ports, viewer: Viewer, period: Period) {
  const to = dayOf(clock.now())
  const from = period === 'all' ? await firstDayOf(db, viewer.id) : dayAfter(to, period === 'week' ? -6 : -29)
  const span = { from: from ?? to, to }
  const days = await daysOfCreator(db, viewer.id, span)
  const step = daysBetween(span.from, to).length > mostDays ? ('month' as const) : ('day' as const)
  const startOf = (day: Day) => (step === 'month' ? `${day.slice(0, 7)}-01` : day)

  const points = new Map<Day, Earned>()
  for (const day of daysBetween(span.from, to)) points.set(startOf(day), { views: 0, sales: 0, earned: 0 })
  for (const { day, views, sales, earned } of days) {
    const point = points.get(startOf(day))
    if (!point) continue
    point.views += views
    point.sales += sales
    point.earned += earned
  }
  return {
    currency: config.currency,
    step,
    points: [...points].map(([from, point]) => ({
      ...point,
      from,
      earned: Number(decimal(point.earned, config.currency)),
    })),
  }
}

export type Analytics = {
  /** Every UTC day of the time asked for; `earned` in cents is the creator's share, less what went back that day. */
  days: Array<{ day: Day; views: number; checkouts: number; sales: number; earned: Cents }>
  items: Array<ItemNumbers>
  /** An empty source is one that nothing is known of. */
  referrers: Array<{ source: string; views: number }>
}

/** All there is to say of a creator's chosen days, both ends included. */
export async function analyticsOf({ db }: Ports, creatorId: string, span: Span): Promise<Analytics> {
  const sold = new Map((await daysOfCreator(db, creatorId, span)).map((row) => [row.day, row]))
  const started = new Map((await checkoutsByDay(db, creatorId, span)).map((row) => [row.day, row.checkouts]))
  return {
    days: daysBetween(span.from, span.to).map((day) => {
      const { views = 0, sales = 0, earned = 0 } = sold.get(day) ?? {}
      return { day, views, sales, earned, checkouts: started.get(day) ?? 0 }
    }),
    items: await itemsIn(db, creatorId, span, mostNamed.items),
    referrers: await sourcesIn(db, creatorId, span, mostNamed.sources),
  }
}
