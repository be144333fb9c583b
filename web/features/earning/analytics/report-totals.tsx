import { ChartLine } from 'lucide-react'
import type { AnalyticsReport } from '../../../../contract/analytics.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatCount, formatMoney, formatShare, pluralize } from '../../../ui/format.ts'
import { Sparkline } from '../../../ui/sparkline.tsx'
import { StatStrip } from '../../../ui/stat.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { type ReportFilters, toSearchString } from './date-range.ts'
import { Advice, conversionOf, minSalesToCompare, minViewsToCompare } from './report-advice.tsx'

export function ReportTotals({ report }: { report: AnalyticsReport }) {
  const { total, previous, currency, item } = report
  const conversion = conversionOf(total)
  const before = previous && conversionOf(previous)
  const views = {
    label: 'Views',
    value: formatCount(total.views),
    caption: previous ? <Change now={total.views} before={previous.views} /> : 'Bots excluded',
  }
  const given = total.givenFree > 0 && `${formatCount(total.givenFree)} got it free`
  if (item && isGivenAway(report))
    return (
      <StatStrip
        label="Totals"
        stats={[
          views,
          {
            label: item.freeCount === 1 ? 'Person has it' : 'People have it',
            value: formatCount(item.freeCount),
            caption: `${formatCount(total.givenFree)} got it in this period`,
          },
        ]}
      />
    )
  return (
    <StatStrip
      label="Totals"
      stats={[
        views,
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
          caption: [`${formatCount(total.refundedSales)} refunded`, given].filter(Boolean).join(' · '),
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

/** Whether a report is of one free item that sold nothing in its range. */
export function isGivenAway({ item, total }: Pick<AnalyticsReport, 'item' | 'total'>): boolean {
  const { sales, checkouts, earned, refunded } = total
  return item?.isFree === true && sales + checkouts + earned + refunded === 0
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

type Item = AnalyticsReport['items'][number]
type ContentBreakdownProps = Pick<AnalyticsReport, 'items' | 'currency'> & { filters: ReportFilters }

/** Views, checkouts, sales and earnings of each item, highest earnings first. Its title opens its own report. */
export function ContentBreakdown({ items, currency, filters }: ContentBreakdownProps) {
  return (
    <Card padding="none" className="overflow-clip">
      <h2 className="px-4 py-[18px] text-xl sm:px-[22px]">By item</h2>
      {items.length === 0 && (
        <EmptyState
          icon={<ChartLine aria-hidden />}
          title="No activity in this period"
          description="No visits to your tip pages on these dates. Try other dates, or share a link."
        />
      )}
      <ul>
        {items.map((item) => (
          <li
            key={item.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1 border-line border-t px-4 py-3.5 sm:grid-cols-[minmax(0,1fr)_92px_110px] sm:px-[22px]"
          >
            <div className="min-w-0">
              <h3 className="wrap-anywhere font-body font-semibold text-base tracking-normal">
                <TextLink
                  href={`/analytics${toSearchString({ ...filters, item: item.id })}`}
                  className="-my-1.5 inline-block py-1.5"
                >
                  {item.title}
                </TextLink>
              </h3>
              <p className="text-ink-soft text-sm">{itemFigures(item)}</p>
            </div>
            <span className="max-sm:hidden">
              {item.sales > 0 && (
                <Sparkline label={pluralize(item.sales, 'sale')} values={item.salesByStep} />
              )}
            </span>
            <p className="text-right font-semibold">
              {item.isFree && item.netEarnings === 0 ? 'Free' : formatMoney(item.netEarnings, currency)}
            </p>
          </li>
        ))}
      </ul>
      {items.filter(({ isFree }) => !isFree).length > 1 && <Advice>{itemAdvice(items)}</Advice>}
    </Card>
  )
}

function itemFigures(item: Item): string {
  const { views, checkouts, sales, isFree, givenFree } = item
  const given = (isFree || givenFree > 0) && `${formatCount(givenFree)} got it free`
  if (isFree && checkouts + sales === 0) return `${pluralize(views, 'view')} · ${given}`
  const counts = [pluralize(views, 'view'), pluralize(checkouts, 'checkout'), pluralize(sales, 'sale')]
  const conversion = itemConversion(item)
  const rate = conversion !== undefined && `${formatShare(conversion)} conversion`
  return [counts.join(', '), rate, given].filter(Boolean).join(' · ')
}

function itemConversion({ views, sales, isFree }: Item): number | undefined {
  return conversionOf({ paidViews: isFree ? 0 : views, sales })
}

/** Advice on the item with the best conversion, or else on the one that earns most. */
function itemAdvice(items: ReadonlyArray<Item>): string {
  const conversionRate = (item: Item) =>
    item.views >= minViewsToCompare && item.sales >= minSalesToCompare ? (itemConversion(item) ?? 0) : 0
  const [first] = items.filter(({ isFree }) => !isFree)
  if (!first || first.sales < minSalesToCompare) return 'Too few sales yet to compare your items.'
  const best = items.toSorted((a, b) => conversionRate(b) - conversionRate(a))[0]
  if (best && best !== first && conversionRate(best) > 0)
    return `“${best.title}” converts best. Share its link more often.`
  return `“${first.title}” earns most. Make more like it, or share it again.`
}
