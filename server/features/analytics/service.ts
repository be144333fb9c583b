import { formatDecimal, type MinorUnits } from '../../../contract/money.ts'
import { addDays, type Day, utcDay, utcDaysInRange } from '../../../domain/dates.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { contentNotFoundError } from '../content/require-own-content.ts'
import {
  type ContentStats,
  countCheckouts,
  countCheckoutsByDay,
  type DateRange,
  findContentDays,
  findContentTotals,
  findCreatorDays,
  topContentInRange,
  topSourcesInRange,
} from './repository.ts'

/** Days in an item's history. */
const historyDays = 30
/** The maximum items and sources in a report. */
const topLimits = { items: 100, sources: 50 }

/** The funnel of one item. Another creator's item is reported as missing. */
export async function getContentStats({ db, clock }: Ports, viewer: Viewer, id: number) {
  const totals = await findContentTotals(db, { id, creatorId: viewer.id })
  if (!totals) throw contentNotFoundError()
  const to = utcDay(clock.now())
  const span = { from: addDays(to, 1 - historyDays), to }
  const checkouts = await countCheckouts(db, id)
  const dailyStats = new Map((await findContentDays(db, id, span)).map((day) => [day.day, day]))
  return {
    ...totals,
    id,
    checkouts,
    netEarnings: Number(formatDecimal(totals.netEarnings, totals.currency)),
    days: utcDaysInRange(span.from, span.to).map((day) => dailyStats.get(day) ?? { day, views: 0, sales: 0 }),
  }
}

export type Analytics = {
  /** Every UTC day of the range; `netEarnings` is the creator's share in minor units, less refunds of that day. */
  days: Array<{ day: Day; views: number; checkouts: number; sales: number; netEarnings: MinorUnits }>
  items: Array<ContentStats>
  /** An empty source is unknown. */
  referrers: Array<{ source: string; views: number }>
}

/** The figures of a date range, both ends included. */
export async function getAnalytics({ db }: Ports, creatorId: string, span: DateRange): Promise<Analytics> {
  const statsByDay = new Map((await findCreatorDays(db, creatorId, span)).map((row) => [row.day, row]))
  const checkoutsByDay = new Map(
    (await countCheckoutsByDay(db, creatorId, span)).map((row) => [row.day, row.checkouts]),
  )
  return {
    days: utcDaysInRange(span.from, span.to).map((day) => {
      const { views = 0, sales = 0, netEarnings = 0 } = statsByDay.get(day) ?? {}
      return { day, views, sales, netEarnings, checkouts: checkoutsByDay.get(day) ?? 0 }
    }),
    items: await topContentInRange(db, creatorId, span, topLimits.items),
    referrers: await topSourcesInRange(db, creatorId, span, topLimits.sources),
  }
}
