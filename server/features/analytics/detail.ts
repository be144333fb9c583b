import type { AnalyticsReport } from '../../../contract/analytics-report.ts'
import { limits } from '../../../contract/limits.ts'
import { formatDecimal, type MinorUnits } from '../../../contract/money.ts'
import { countUtcDays } from '../../../domain/dates.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { requirePro } from '../accounts/require-pro.ts'
import { contentNotFoundError } from '../content/require-own-content.ts'
import { comparableRange } from './earnings-history.ts'
import { countSalesByHour, loadSources } from './report-parts.ts'
import { findOwnTitle } from './report-repository.ts'
import { loadReportDays, loadTopItems, sumReportDays } from './report-totals.ts'
import { type DateRange, findFirstActiveDay, type Scope } from './repository.ts'

const maxRangeDays = limits.maxListed.analyticsDays

export type ReportQuery = DateRange & { item?: number | undefined }

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
    total: presentEarningsRow(sumReportDays(days)),
    previous: previousDays ? presentNetRow(sumReportDays(previousDays)) : null,
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
export async function resolveReportScope({ db }: Ports, viewer: Viewer, { item: id, ...range }: ReportQuery) {
  await requirePro(db, viewer, 'Advanced analytics')
  const length = countUtcDays(range.from, range.to)
  if (length === 0) throw invalidDateRange('to', 'The end date is before the start date.')
  if (length > maxRangeDays) throw invalidDateRange('from', 'Choose a range of one year or less.')
  const scope: Scope = { creatorId: viewer.id, contentId: id }
  if (id === undefined) return { scope, item: null, range }
  const title = await findOwnTitle(db, { id, creatorId: viewer.id })
  if (title === undefined) throw contentNotFoundError()
  return { scope, item: { id, title }, range }
}

function invalidDateRange(field: 'from' | 'to', message: string): AppError {
  return new AppError('invalid_input', message, { [field]: message })
}
