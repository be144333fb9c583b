import { formatDecimal, type MinorUnits } from '../../../contract/money.ts'
import type { AnalyticsReport } from '../../../contract/pro.ts'
import { utcDaysInRange } from '../../../domain/dates.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { requirePro } from '../accounts/require-pro.ts'
import { getAnalytics } from './service.ts'

const maxRangeDays = 366

/** The analytics report of a date range. Throws AppError for an invalid or too long range. */
export async function getAnalyticsReport(
  ports: Ports,
  viewer: Viewer,
  span: { from: string; to: string },
): Promise<AnalyticsReport> {
  await requirePro(ports.db, viewer, 'Advanced analytics')
  const length = utcDaysInRange(span.from, span.to).length
  if (length === 0) throw invalidDateRange('to', 'The end date is before the start date.')
  if (length > maxRangeDays) throw invalidDateRange('from', 'Choose a range of one year or less.')

  const { currency } = ports.config
  const { days, items, referrers } = await getAnalytics(ports, viewer.id, span)
  const withDecimalEarnings = <T extends { netEarnings: MinorUnits }>(row: T) => ({
    ...row,
    netEarnings: Number(formatDecimal(row.netEarnings, currency)),
  })
  const sum = (of: 'views' | 'checkouts' | 'sales' | 'netEarnings') =>
    days.reduce((total, day) => total + day[of], 0)
  return {
    currency,
    total: withDecimalEarnings({
      views: sum('views'),
      checkouts: sum('checkouts'),
      sales: sum('sales'),
      netEarnings: sum('netEarnings'),
    }),
    days: days.map(withDecimalEarnings),
    items: items.map(withDecimalEarnings),
    sources: referrers,
  }
}

function invalidDateRange(field: 'from' | 'to', sentence: string): AppError {
  return new AppError('invalid_input', sentence, { [field]: sentence })
}
