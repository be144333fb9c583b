import { type Cents, decimal } from '../../../contract/money.ts'
import type { Analysis } from '../../../contract/pro.ts'
import { daysBetween } from '../../../domain/days.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Viewer } from '../../http/call.ts'
import type { Ports } from '../../ports/index.ts'
import { requirePro } from '../accounts/pro.ts'
import { analyticsOf } from '../analytics/service.ts'

const mostDays = 366

/** Everything there is to say of the days a creator chose. Throws AppError for days that are the wrong way round or too many. */
export async function showAnalysis(
  ports: Ports,
  viewer: Viewer,
  span: { from: string; to: string },
): Promise<Analysis> {
  await requirePro(ports.db, viewer, 'Advanced analytics')
  const length = daysBetween(span.from, span.to).length
  if (length === 0) throw wrongDay('to', 'The last day is before the first.')
  if (length > mostDays) throw wrongDay('from', 'Choose at most a year.')

  const { currency } = ports.config
  const { days, items, referrers } = await analyticsOf(ports, viewer.id, span)
  const spoken = <T extends { earned: Cents }>(row: T) => ({
    ...row,
    earned: Number(decimal(row.earned, currency)),
  })
  const sum = (of: 'views' | 'checkouts' | 'sales' | 'earned') =>
    days.reduce((total, day) => total + day[of], 0)
  return {
    currency,
    total: spoken({
      views: sum('views'),
      checkouts: sum('checkouts'),
      sales: sum('sales'),
      earned: sum('earned'),
    }),
    days: days.map(spoken),
    items: items.map(spoken),
    referrers,
  }
}

function wrongDay(field: 'from' | 'to', sentence: string): AppError {
  return new AppError('invalid_input', sentence, { [field]: sentence })
}
