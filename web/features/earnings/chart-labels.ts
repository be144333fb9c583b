import type { EarningsEvent, EarningsInterval, getEarningsHistory } from '../../../contract/analytics.ts'
import { site } from '../../../contract/site.ts'
import { stepStart } from '../../../domain/chart-buckets.ts'
import { truncate } from '../../../domain/truncate.ts'
import type { ResponseOf } from '../../api/types.ts'
import type { ChartStep } from '../../ui/column-chart.tsx'
import { formatCount, pluralize } from '../../ui/count-text.ts'
import { formatMoney } from '../../ui/money-text.ts'

type History = ResponseOf<typeof getEarningsHistory>

/** The name of a step: `Mar 1`, `Week of Mar 1`, or `Mar 2026`. UTC, like the ledger. */
export function formatStep(day: string, interval: EarningsInterval): string {
  const options: Intl.DateTimeFormatOptions =
    interval === 'month' ? { month: 'short', year: 'numeric' } : { month: 'short', day: 'numeric' }
  return new Intl.DateTimeFormat(site().locale, { ...options, timeZone: 'UTC' }).format(new Date(day))
}

/** The columns of the earnings chart, with the text of each tooltip. */
export function earningsSteps(
  { points, interval, currency, previous, events }: History,
  periodDuration: string,
): Array<ChartStep> {
  const money = (amount: number) => formatMoney(amount, currency)
  return points.map(({ from, earned, refunded, sales, previousEarned }) => ({
    label: formatStep(from, interval),
    value: earned,
    below: refunded,
    previous: previousEarned,
    events: events
      .filter(({ day }) => stepStart(day, interval) === from)
      .map((event) => eventText(event, currency)),
    cells: [
      money(earned),
      money(refunded),
      formatCount(sales),
      ...(previous ? [money(previousEarned ?? 0)] : []),
    ],
    tooltip: [
      ...(interval === 'week' ? ['The week from this Monday'] : []),
      `${money(earned)} from ${pluralize(sales, 'sale')}`,
      ...(refunded > 0 ? [`${money(refunded)} refunded`] : []),
      ...(previousEarned === null ? [] : [`${periodDuration} before: ${money(previousEarned)}`]),
    ],
  }))
}

const maxTitleLength = 32

/** `Published “Dusk”` or `Payout of $40.00`. */
function eventText({ title, amount }: EarningsEvent, currency: string): string {
  if (amount !== null) return `Payout of ${formatMoney(amount, currency)}`
  return `Published “${truncate(title ?? '', maxTitleLength)}”`
}

/** `19 sales · 1 refunded ($5.00)`. */
export function salesSentence({ total, currency }: Pick<History, 'total' | 'currency'>): string {
  const { sales, refundedSales, refunded } = total
  if (refunded === 0) return pluralize(sales, 'sale')
  const amount = formatMoney(refunded, currency)
  const refundText =
    refundedSales > 0 ? `${formatCount(refundedSales)} refunded (${amount})` : `${amount} refunded`
  return `${pluralize(sales, 'sale')} · ${refundText}`
}

/** The change against the period before: `+18%`. Undefined where there is nothing to compare with. */
export function changeText(now: number, before: number | undefined): string | undefined {
  if (before === undefined || before <= 0) return undefined
  const percent = Math.round(((now - before) / before) * 100)
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)}%`
}
