import type { AnalyticsReport } from '../../../../contract/analytics.ts'
import { Card } from '../../../ui/card.tsx'
import { ChartDataTable } from '../../../ui/chart-data-table.tsx'
import { formatCount, pluralize } from '../../../ui/format.ts'
import { Advice, hourLabel, hoursAdvice, timeZoneLabel, weekdayNames } from './report-advice.tsx'

type HeatMapProps = { hours: AnalyticsReport['hours']; timeZone: string }

const levels = ['bg-sunken', 'bg-brand/20', 'bg-brand/40', 'bg-brand/60', 'bg-brand/80', 'bg-brand']
const allHours = Array.from({ length: 24 }, (_, hour) => hour)

export function HeatMap({ hours, timeZone }: HeatMapProps) {
  const sales = new Map(hours.map((cell) => [`${cell.weekday}/${cell.hour}`, cell.sales]))
  const salesAt = (weekday: number, hour: number) => sales.get(`${weekday}/${hour}`) ?? 0
  const max = Math.max(1, ...sales.values())
  const advice = hoursAdvice(hours)
  return (
    <Card padding="none" className="overflow-clip">
      <div className="p-4 sm:p-[22px]">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1.5">
          <h2 className="text-xl">When people buy</h2>
          <Legend max={max} />
        </div>
        <div
          role="img"
          aria-label={`Sales by weekday and hour. ${advice}`}
          className="mt-4 grid grid-cols-[34px_repeat(24,minmax(0,1fr))] items-center gap-[2px] sm:grid-cols-[44px_repeat(24,minmax(0,1fr))] sm:gap-1"
        >
          {weekdayNames.map((name, weekday) => [
            <span key={name} className="text-ink-soft text-sm">
              {name.slice(0, 3)}
            </span>,
            ...allHours.map((hour) => {
              const count = salesAt(weekday, hour)
              return (
                <span
                  key={`${name}/${hour}`}
                  title={`${name}, ${hourLabel(hour)}: ${pluralize(count, 'sale')}`}
                  className={`h-[22px] rounded-[2px] sm:h-[26px] sm:rounded-[5px] ${levels[levelOf(count, max)]}`}
                />
              )
            }),
          ])}
          <span />
          {allHours.map((hour) => (
            <span key={hour} className="w-0 whitespace-nowrap text-ink-faint text-sm">
              {hour % 6 === 0 && hourLabel(hour)}
            </span>
          ))}
        </div>
        <p className="mt-3 text-ink-faint text-sm">{timeZoneLabel(timeZone, new Date())}</p>
        <ChartDataTable
          title="Sales by weekday"
          columns={['Day', 'Sales', 'Busiest hour']}
          points={weekdayNames.map((name, weekday) =>
            weekdayRow(
              name,
              allHours.map((hour) => salesAt(weekday, hour)),
            ),
          )}
        />
      </div>
      <Advice>{advice}</Advice>
    </Card>
  )
}

function Legend({ max }: { max: number }) {
  return (
    <p aria-hidden className="flex items-center gap-1 text-ink-soft text-sm">
      0
      {levels.map((color) => (
        <span key={color} className={`size-4 rounded-[4px] ${color}`} />
      ))}
      {`${pluralize(max, 'sale')} an hour`}
    </p>
  )
}

function levelOf(count: number, max: number): number {
  return Math.ceil((count / max) * (levels.length - 1))
}

function weekdayRow(label: string, counts: ReadonlyArray<number>) {
  const max = Math.max(...counts)
  const busiest = max === 0 ? '–' : hourLabel(counts.indexOf(max))
  const total = counts.reduce((sum, count) => sum + count, 0)
  return { label, cells: [formatCount(total), busiest] }
}
