import { Readable } from 'node:stream'
import type { AnalyticsReport } from '../../../../contract/analytics.ts'
import { limits } from '../../../../contract/limits.ts'
import { formatDecimal, type MinorUnits } from '../../../../contract/money.ts'
import { intervalFor, stepStart, stepsInRange, weekdayHourIn } from '../../../../domain/chart-buckets.ts'
import { countUtcDays, utcDaysInRange } from '../../../../domain/dates.ts'
import { AppError } from '../../../../domain/errors.ts'
import { attributeSource } from '../../../../domain/view-attribution.ts'
import type { Db } from '../../../db/database.ts'
import { type Column, csvText } from '../../../http/csv.ts'
import type { StreamedFile } from '../../../http/file-response.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { requirePro } from '../../people/accounts/guards.ts'
import { contentNotFoundError } from '../../selling/content/guards.ts'
import { selectSalesByDay } from '../../selling/content/list-content.ts'
import { comparableRange, loadEarningsDays, sumSteps } from './earnings-history.ts'
import {
  countCheckoutsByDay,
  countGivenFree,
  countPaidViews,
  countSalesByQuarterHour,
  findReportItem,
  selectTopContent,
  selectTopSources,
  sumSalesByLink,
} from './report-repository.ts'
import { type DateRange, findFirstActiveDay, type Scope } from './repository.ts'

const maxRangeDays = limits.maxListed.analyticsDays

type ReportQuery = DateRange & { item?: number | undefined }

/** The analytics report of a date range. Throws AppError for an invalid or too long range, and for another's item. */
export async function getAnalyticsReport(
  ports: Ports,
  viewer: Viewer,
  { timeZone, ...query }: ReportQuery & { timeZone: string },
): Promise<AnalyticsReport> {
  const { db, config } = ports
  const { scope, item, range } = await resolveReportScope(ports, viewer, query)
  const firstDay = await findFirstActiveDay(db, scope)
  const previousRange = comparableRange(range, firstDay)
  const days = await loadReportDays(db, scope, range)
  const previousDays = previousRange && (await loadReportDays(db, scope, previousRange))
  const toNumber = (amount: MinorUnits) => Number(formatDecimal(amount, config.currency))
  const presentNetRow = <T extends { netEarnings: MinorUnits }>(row: T) => ({
    ...row,
    netEarnings: toNumber(row.netEarnings),
  })
  const presentEarningsRow = <
    T extends { netEarnings: MinorUnits; earned: MinorUnits; refunded: MinorUnits },
  >(
    row: T,
  ) => ({ ...presentNetRow(row), earned: toNumber(row.earned), refunded: toNumber(row.refunded) })
  return {
    currency: config.currency,
    item,
    total: presentEarningsRow({ ...sumReportDays(days), paidViews: await countPaidViews(db, scope, range) }),
    previous:
      previousDays && previousRange
        ? presentNetRow({
            ...sumReportDays(previousDays),
            paidViews: await countPaidViews(db, scope, previousRange),
          })
        : null,
    countedSince: firstDay ?? null,
    days: days.map((day, index) => {
      const previous = previousDays?.[index]
      return { ...presentEarningsRow(day), previous: previous ? presentEarningsRow(previous) : null }
    }),
    items: (await loadTopItems(db, viewer.id, range)).map(presentNetRow),
    sources: (await loadSources(ports, scope, range)).map(presentNetRow),
    hours: await countSalesByHour(db, scope, { range, timeZone }),
  }
}

/** The scope of a report. Throws AppError without Pro, for an invalid or too long range, and for another's item. */
async function resolveReportScope({ db }: Ports, viewer: Viewer, { item: id, ...range }: ReportQuery) {
  await requirePro(db, viewer, 'Advanced analytics')
  const length = countUtcDays(range.from, range.to)
  if (length === 0) throw invalidDateRange('to', 'The end date is before the start date.')
  if (length > maxRangeDays) throw invalidDateRange('from', 'Choose a range of one year or less.')
  const scope: Scope = { creatorId: viewer.id, contentId: id }
  if (id === undefined) return { scope, item: null, range }
  const item = await findReportItem(db, { id, creatorId: viewer.id })
  if (!item) throw contentNotFoundError()
  return { scope, item, range }
}

function invalidDateRange(field: 'from' | 'to', message: string): AppError {
  return new AppError('invalid_input', message, { [field]: message })
}

type Figures = Omit<ReportDay, 'day'>

/** The days of a report as CSV with totals. Needs Pro. Throws AppError like the report. */
export async function exportReportCsv(
  ports: Ports,
  viewer: Viewer,
  query: ReportQuery,
): Promise<StreamedFile> {
  const { scope, item, range } = await resolveReportScope(ports, viewer, query)
  const { currency } = ports.config
  const days = await loadReportDays(ports.db, scope, range)
  const money = (amount: MinorUnits) => formatDecimal(amount, currency)
  const figures: Array<Column<Figures>> = [
    { name: 'Views', of: ({ views }) => views },
    { name: 'Checkouts', of: ({ checkouts }) => checkouts },
    { name: 'Sales', of: ({ sales }) => sales },
    { name: 'Got it free', of: ({ givenFree }) => givenFree },
    { name: 'Fully refunded sales', of: ({ refundedSales }) => refundedSales },
    { name: `Earned (${currency})`, of: ({ earned }) => money(earned), isNumeric: true },
    { name: `Refunded (${currency})`, of: ({ refunded }) => money(refunded), isNumeric: true },
    { name: `Your earnings (${currency})`, of: ({ netEarnings }) => money(netEarnings), isNumeric: true },
  ]
  const columns: Array<Column<ReportDay>> = [
    { name: 'Day (UTC)', of: ({ day }) => day },
    { name: 'Item', of: () => item?.title ?? 'All items' },
    ...figures,
  ]
  const sums = sumReportDays(days)
  const totals = ['Total', '', ...figures.map(({ of: getValue }) => getValue(sums))]
  return {
    name: `tipdrop-analytics-${range.from}-to-${range.to}.csv`,
    type: 'text/csv; charset=utf-8',
    createStream: () => Readable.from([csvText(columns, days, totals, 'spreadsheet')]),
  }
}

const maxSources = limits.maxListed.analyticsSources

/** Views, sales and earnings by source, highest earnings first. Sales count for the source of their link or referrer. */
export async function loadSources({ db, config }: Ports, scope: Scope, range: DateRange) {
  const ownHost = new URL(config.publicUrl).host
  type SourceFigures = { views: number; paidViews: number; sales: number; netEarnings: number }
  const bySource = new Map<string, SourceFigures>()
  const none = { views: 0, paidViews: 0, sales: 0, netEarnings: 0 }
  const add = (source: string, figures: Partial<SourceFigures>) => {
    const { views, paidViews, sales, netEarnings } = bySource.get(source) ?? none
    bySource.set(source, {
      views: views + (figures.views ?? 0),
      paidViews: paidViews + (figures.paidViews ?? 0),
      sales: sales + (figures.sales ?? 0),
      netEarnings: netEarnings + (figures.netEarnings ?? 0),
    })
  }
  for (const { source, ...figures } of await selectTopSources(db, scope, { range, limit: maxSources }))
    add(source, figures)
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

const maxItems = limits.maxListed.analyticsItems

const emptyTotals = {
  views: 0,
  checkouts: 0,
  sales: 0,
  givenFree: 0,
  refundedSales: 0,
  earned: 0,
  refunded: 0,
  netEarnings: 0,
}

/** Every UTC day of the range; amounts are the creator's share in minor units. */
export async function loadReportDays(db: Db, scope: Scope, range: DateRange) {
  const earningsByDay = new Map((await loadEarningsDays(db, scope, range)).map((row) => [row.day, row]))
  const checkoutsByDay = new Map(
    (await countCheckoutsByDay(db, scope, range)).map((row) => [row.day, row.checkouts]),
  )
  const given = await countGivenFree(db, scope, range)
  return utcDaysInRange(range.from, range.to).map((day) => {
    const figures = { ...emptyTotals, ...earningsByDay.get(day) }
    return {
      ...figures,
      day,
      checkouts: checkoutsByDay.get(day) ?? 0,
      givenFree: sumCounts(given.filter((row) => row.day === day)),
      netEarnings: figures.earned - figures.refunded,
    }
  })
}

function sumCounts(rows: ReadonlyArray<{ count: number }>): number {
  return rows.reduce((sum, { count }) => sum + count, 0)
}

type ReportDay = Awaited<ReturnType<typeof loadReportDays>>[number]

function sumReportDays(days: ReadonlyArray<ReportDay>) {
  const checkouts = days.reduce((total, day) => total + day.checkouts, 0)
  const givenFree = days.reduce((total, day) => total + day.givenFree, 0)
  const total = sumSteps(days)
  return { ...total, checkouts, givenFree, netEarnings: total.earned - total.refunded }
}

/** The items with the highest earnings, each with its sales by step of the range. */
export async function loadTopItems(db: Db, creatorId: string, range: DateRange) {
  const items = await selectTopContent(db, creatorId, range, maxItems)
  const interval = intervalFor(range)
  const steps = stepsInRange(range, interval)
  const salesByItem = new Map(items.map(({ id }) => [id, steps.map(() => 0)]))
  const ids = items.map(({ id }) => id)
  for (const { id, day, sales } of await selectSalesByDay(db, ids, range)) {
    const counts = salesByItem.get(id) ?? []
    const index = steps.indexOf(stepStart(day, interval))
    counts[index] = (counts[index] ?? 0) + sales
  }
  const given = await countGivenFree(db, { creatorId }, range)
  return items.map((item) => ({
    ...item,
    givenFree: sumCounts(given.filter(({ id }) => id === item.id)),
    salesByStep: salesByItem.get(item.id) ?? [],
  }))
}
