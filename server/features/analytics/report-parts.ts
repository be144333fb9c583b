import { limits } from '../../../contract/limits.ts'
import { attributeSource } from '../../../domain/view-attribution.ts'
import { weekdayHourIn } from '../../../domain/weekday-hour.ts'
import type { Db } from '../../db/database.ts'
import type { Ports } from '../../ports/index.ts'
import { countSalesByQuarterHour, selectTopSources, sumSalesByLink } from './report-repository.ts'
import type { DateRange, Scope } from './repository.ts'

const maxSources = limits.maxListed.analyticsSources

/** Views, sales and earnings by source, highest earnings first. Sales count for the source of their link or referrer. */
export async function loadSources({ db, config }: Ports, scope: Scope, range: DateRange) {
  const ownHost = new URL(config.publicUrl).host
  const bySource = new Map<string, { views: number; sales: number; netEarnings: number }>()
  const add = (source: string, figures: Partial<{ views: number; sales: number; netEarnings: number }>) => {
    const { views, sales, netEarnings } = bySource.get(source) ?? { views: 0, sales: 0, netEarnings: 0 }
    bySource.set(source, {
      views: views + (figures.views ?? 0),
      sales: sales + (figures.sales ?? 0),
      netEarnings: netEarnings + (figures.netEarnings ?? 0),
    })
  }
  for (const { source, views } of await selectTopSources(db, scope, {
    range,
    limit: maxSources,
  }))
    add(source, { views })
  for (const { utmParameters, ...figures } of await sumSalesByLink(db, scope, range))
    add(attributeSource({ utmParameters, referrer: '', ownHost }), figures)
  return [...bySource]
    .map(([source, figures]) => ({ source, ...figures }))
    .toSorted((a, b) => b.netEarnings - a.netEarnings || b.views - a.views)
    .slice(0, maxSources)
}

type HoursQuery = { range: DateRange; timeZone: string }

/** Sales by weekday and hour in a time zone; hours without sales are left out. */
export async function countSalesByHour(db: Db, scope: Scope, { range, timeZone }: HoursQuery) {
  const weekdayHour = weekdayHourIn(timeZone)
  const counts = new Map<number, number>()
  for (const { at, sales } of await countSalesByQuarterHour(db, scope, range)) {
    const { weekday, hour } = weekdayHour(at)
    const index = weekday * 24 + hour
    counts.set(index, (counts.get(index) ?? 0) + sales)
  }
  return [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([index, sales]) => ({ weekday: Math.floor(index / 24), hour: index % 24, sales }))
}
