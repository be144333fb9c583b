import type { AnalyticsReport } from '../../../contract/analytics-report.ts'
import { formatCount, formatShare } from '../../ui/count-text.ts'
import { formatMoney } from '../../ui/money-text.ts'
import { StatStrip } from '../../ui/stat-strip.tsx'
import { conversionOf } from './report-advice.ts'

/** Views, conversion, sales and earnings, each with its change against the period before. */
export function ReportTotals({ report: { total, previous, currency } }: { report: AnalyticsReport }) {
  const conversion = conversionOf(total)
  const before = previous && conversionOf(previous)
  return (
    <StatStrip
      label="Totals"
      stats={[
        {
          label: 'Views',
          value: formatCount(total.views),
          caption: previous ? <Change now={total.views} before={previous.views} /> : 'Bots excluded',
        },
        {
          label: 'Conversion',
          value: conversion === undefined ? '–' : formatShare(conversion),
          caption:
            conversion !== undefined && typeof before === 'number'
              ? `${pointsText((conversion - before) * 100)} points`
              : 'Views that became sales',
        },
        {
          label: 'Sales',
          value: formatCount(total.sales),
          caption: `${formatCount(total.refundedSales)} refunded`,
        },
        {
          label: 'Earned',
          value: formatMoney(total.netEarnings, currency),
          caption: previous ? (
            <Change now={total.netEarnings} before={previous.netEarnings} />
          ) : (
            'After fees and refunds'
          ),
        },
      ]}
    />
  )
}

function Change({ now, before }: { now: number; before: number }) {
  if (before <= 0) return <>None in the period before</>
  const percent = Math.round(((now - before) / before) * 100)
  return (
    <span className={percent > 0 ? 'font-semibold text-brand' : undefined}>
      {`${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)}% vs. the period before`}
    </span>
  )
}

function pointsText(points: number): string {
  return `${points > 0 ? '+' : points < 0 ? '−' : ''}${Math.abs(points).toFixed(1)}`
}
