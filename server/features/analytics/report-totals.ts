import { limits } from '../../../contract/limits.ts'
import { intervalFor, stepStart, stepsInRange } from '../../../domain/chart-buckets.ts'
import { utcDaysInRange } from '../../../domain/dates.ts'
import type { Db } from '../../db/database.ts'
import { loadEarningsDays, sumSteps } from './earnings-history.ts'
import { countCheckoutsByDay, findItemSalesByDay, selectTopContent } from './report-repository.ts'
import type { DateRange, Scope } from './repository.ts'

const maxItems = limits.maxListed.analyticsItems

const emptyTotals = {
  ...{ views: 0, checkouts: 0, sales: 0, refundedSales: 0 },
  ...{ earned: 0, refunded: 0, netEarnings: 0 },
}

/** Every UTC day of the range; amounts are the creator's share in minor units. */
export async function loadReportDays(db: Db, scope: Scope, range: DateRange) {
  const earningsByDay = new Map((await loadEarningsDays(db, scope, range)).map((row) => [row.day, row]))
  const checkoutsByDay = new Map(
    (await countCheckoutsByDay(db, scope, range)).map((row) => [row.day, row.checkouts]),
  )
  return utcDaysInRange(range.from, range.to).map((day) => {
    const figures = { ...emptyTotals, ...earningsByDay.get(day) }
    return {
      ...figures,
      day,
      checkouts: checkoutsByDay.get(day) ?? 0,
      netEarnings: figures.earned - figures.refunded,
    }
  })
}

export type ReportDay = Awaited<ReturnType<typeof loadReportDays>>[number]

export function sumReportDays(days: ReadonlyArray<ReportDay>) {
  const checkouts = days.reduce((total, day) => total + day.checkouts, 0)
  const total = sumSteps(days)
  return { ...total, checkouts, netEarnings: total.earned - total.refunded }
}

/** The items with the highest earnings, each with its sales by step of the range. */
export async function loadTopItems(db: Db, creatorId: string, range: DateRange) {
  const items = await selectTopContent(db, creatorId, range, maxItems)
  const interval = intervalFor(range)
  const steps = stepsInRange(range, interval)
  const salesByItem = new Map(items.map(({ id }) => [id, steps.map(() => 0)]))
  const ids = items.map(({ id }) => id)
  for (const { id, day, sales } of await findItemSalesByDay(db, ids, range)) {
    const counts = salesByItem.get(id) ?? []
    const index = steps.indexOf(stepStart(day, interval))
    counts[index] = (counts[index] ?? 0) + sales
  }
  return items.map((item) => ({ ...item, salesByStep: salesByItem.get(item.id) ?? [] }))
}
