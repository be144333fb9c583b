import { ArrowDown, ArrowUp } from 'lucide-react'
import { Fragment, useState } from 'react'
import type { AnalyticsReport } from '../../../../contract/analytics.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatCount, formatMoney, formatShare } from '../../../ui/format.ts'
import { Advice, bestSource, conversionOf, sourceAdvice } from './report-advice.tsx'

type Source = AnalyticsReport['sources'][number]
type SourceTableProps = Pick<AnalyticsReport, 'sources' | 'total' | 'currency'> & {
  /** Of a free item only views are shown. */
  isFree: boolean
}

const columns = [
  { key: 'views', label: 'Views', figureOf: ({ views }: Source) => views },
  { key: 'sales', label: 'Sales', figureOf: ({ sales }: Source) => sales },
  { key: 'conversion', label: 'Conversion', figureOf: (source: Source) => conversionOf(source) ?? -1 },
  { key: 'earned', label: 'Earned', figureOf: ({ netEarnings }: Source) => netEarnings },
] as const
type ColumnKey = (typeof columns)[number]['key']

const shownAtFirst = 8

export function SourceTable({ sources, total, currency, isFree }: SourceTableProps) {
  const shownColumns = isFree ? columns.slice(0, 1) : columns
  const [sort, setSort] = useState<{ key: ColumnKey; isAscending: boolean }>({
    key: 'earned',
    isAscending: false,
  })
  const figureOf = columns.find(({ key }) => key === sort.key)?.figureOf ?? columns[3].figureOf
  const sorted = sources.toSorted(
    (a, b) => (sort.isAscending ? figureOf(a) - figureOf(b) : figureOf(b) - figureOf(a)) || b.views - a.views,
  )
  const best = bestSource(sources.filter(({ source }) => source !== ''))
  const maxEarnings = Math.max(0.01, ...sources.map(({ netEarnings }) => netEarnings))
  return (
    <Card padding="none" className="grid grid-rows-[auto_1fr_auto] overflow-clip">
      <h2 id="sources" className="px-4 pt-4 pb-2 text-xl sm:px-[22px] sm:pt-[22px]">
        {isFree ? 'Where visitors come from' : 'Where sales come from'}
      </h2>
      {sources.length === 0 && (
        <p className="px-4 pb-5 text-ink-soft sm:px-[22px]">No visits in this period.</p>
      )}
      {sources.length > 0 && (
        <div className="overflow-x-auto">
          <table aria-labelledby="sources" className="w-full border-collapse">
            <thead>
              <tr className="text-ink-soft text-sm">
                <th scope="col" className="py-2 pl-4 text-left font-semibold sm:pl-[22px]">
                  Source
                </th>
                {shownColumns.map(({ key, label }) => (
                  <SortHeader
                    key={key}
                    label={label}
                    isHiddenOnPhones={key === 'sales'}
                    direction={sort.key === key ? (sort.isAscending ? 'ascending' : 'descending') : undefined}
                    onSort={() => setSort({ key, isAscending: sort.key === key && !sort.isAscending })}
                  />
                ))}
              </tr>
            </thead>
            <tbody>
              {sorted.slice(0, shownAtFirst).map((source) => (
                <SourceRow
                  key={source.source}
                  source={source}
                  isBest={source === best}
                  earnedShare={source.netEarnings / maxEarnings}
                  currency={currency}
                  isFree={isFree}
                />
              ))}
            </tbody>
          </table>
          {sorted.length > shownAtFirst && (
            <p className="px-4 py-2 text-ink-faint text-sm sm:px-[22px]">
              {`The first ${shownAtFirst} of ${formatCount(sorted.length)} sources in this order.`}
            </p>
          )}
        </div>
      )}
      {!isFree && <Advice>{sourceAdvice(sources, total)}</Advice>}
    </Card>
  )
}

type SortHeaderProps = {
  label: string
  isHiddenOnPhones: boolean
  direction: 'ascending' | 'descending' | undefined
  onSort: () => void
}

function SortHeader({ label, isHiddenOnPhones, direction, onSort }: SortHeaderProps) {
  const Arrow = direction === 'ascending' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      aria-sort={direction}
      className={`px-1 text-right font-semibold last:pr-3 sm:last:pr-4 ${isHiddenOnPhones ? 'max-sm:hidden' : ''}`}
    >
      <button
        type="button"
        onClick={onSort}
        className="inline-flex min-h-11 items-center gap-1 rounded-sm px-1 hover:text-ink"
      >
        {label}
        {direction && <Arrow aria-hidden className="size-3.5" />}
      </button>
    </th>
  )
}

type SourceRowProps = {
  source: Source
  isBest: boolean
  earnedShare: number
  currency: string
  isFree: boolean
}

function SourceRow({ source, isBest, earnedShare, currency, isFree }: SourceRowProps) {
  const conversion = conversionOf(source)
  const text = conversion === undefined ? '–' : formatShare(conversion)
  return (
    <tr className="border-line border-t">
      <th scope="row" className="wrap-anywhere py-2.5 pl-4 text-left font-normal sm:pl-[22px]">
        {source.source ? <SourceName name={source.source} /> : 'Direct or unknown'}
      </th>
      <td className={`px-2 text-right ${isFree ? 'sm:pr-[22px]' : ''}`}>{formatCount(source.views)}</td>
      {!isFree && (
        <>
          <td className="px-2 text-right max-sm:hidden">{formatCount(source.sales)}</td>
          <td className="whitespace-nowrap px-2 text-right">{isBest ? <Badge>{text}</Badge> : text}</td>
          <td className="py-2 pr-4 pl-2 text-right sm:pr-[22px]">
            <span className="font-semibold">{formatMoney(source.netEarnings, currency)}</span>
            <span aria-hidden className="mt-1 block h-1">
              <span
                className="ml-auto block h-full rounded-full bg-brand/45"
                style={{ width: `${Math.max(0, earnedShare) * 100}%` }}
              />
            </span>
          </td>
        </>
      )}
    </tr>
  )
}

/** A host that is too long for its cell wraps before a dot. */
function SourceName({ name }: { name: string }) {
  const [first = '', ...rest] = name.split('.')
  return (
    <>
      {first}
      {rest.map((label) => (
        <Fragment key={label}>
          <wbr />.{label}
        </Fragment>
      ))}
    </>
  )
}
