import { formatDecimal, type MinorUnits } from '../../../contract/money.ts'
import type { AnalyticsReport } from '../../../contract/pro.ts'
import { utcDaysInRange } from '../../../domain/dates.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { requirePro } from '../accounts/require-pro.ts'
import { comparableRange } from './earnings-history.ts'
import { countSalesByHour, loadSources } from './report-parts.ts'
import { loadReportDays, loadTopItems, sumReportDays } from './report-totals.ts'
import { type DateRange, findFirstActiveDay } from './repository.ts'

const maxRangeDays = 366

/** The analytics report of a date range. Throws AppError for an invalid or too long range. */
export async function getAnalyticsReport(
  ports: Ports,
  viewer: Viewer,
  { timeZone, ...range }: DateRange & { timeZone: string },
): Promise<AnalyticsReport> {
  const { db, config } = ports
  await requirePro(db, viewer, 'Advanced analytics')
  const length = utcDaysInRange(range.from, range.to).length
  if (length === 0) throw invalidDateRange('to', 'The end date is before the start date.')
  if (length > maxRangeDays) throw invalidDateRange('from', 'Choose a range of one year or less.')

  const firstDay = await findFirstActiveDay(db, viewer.id)
  const before = comparableRange(range, firstDay)
  const days = await loadReportDays(db, viewer.id, range)
  const toNumber = (amount: MinorUnits) => Number(formatDecimal(amount, config.currency))
  const withNet = <T extends { netEarnings: MinorUnits }>(row: T) => ({
    ...row,
    netEarnings: toNumber(row.netEarnings),
  })
  const withParts = <T extends { netEarnings: MinorUnits; earned: MinorUnits; refunded: MinorUnits }>(
    row: T,
  ) => ({ ...withNet(row), earned: toNumber(row.earned), refunded: toNumber(row.refunded) })
  return {
    currency: config.currency,
    total: withParts(sumReportDays(days)),
    previous: before ? withNet(sumReportDays(await loadReportDays(db, viewer.id, before))) : null,
    countedSince: firstDay ?? null,
    days: days.map(withParts),
    items: (await loadTopItems(db, viewer.id, range)).map(withNet),
    sources: (await loadSources(ports, viewer.id, range)).map(withNet),
    hours: await countSalesByHour(db, { creatorId: viewer.id, range, timeZone }),
  }
}

function invalidDateRange(field: 'from' | 'to', sentence: string): AppError {
  return new AppError('invalid_input', sentence, { [field]: sentence })
}
