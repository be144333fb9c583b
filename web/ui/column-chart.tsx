import { scaleBand, scaleLinear } from '@visx/scale'
import { type KeyboardEvent, useState } from 'react'
import { dictionary } from '../../contract/dictionary.ts'
import { ChartDataTable } from './chart-data-table.tsx'
import { ChartColumns, ChartGrid, EventMarks, TimeAxis } from './column-chart-parts.tsx'
import { useElementWidth } from './use-element-width.ts'

/**
 * One time span of the chart. `below` is a positive amount drawn below zero, `previous` is drawn behind the column, and
 * `cells` are the table's.
 */
export type ChartStep = {
  label: string
  value: number
  below?: number
  previous?: number | null
  cells: ReadonlyArray<string>
  /** The lines of the tooltip below the label. */
  tooltip: ReadonlyArray<string>
  /** Events of this time span: a mark above the column, and more lines in the tooltip. */
  events?: ReadonlyArray<string>
}

type ColumnChartProps = {
  title: string
  /** The table's column names: the step's first, then one for each cell. */
  columns: ReadonlyArray<string>
  steps: ReadonlyArray<ChartStep>
  formatTick: (value: number) => string
  legend: { value: string; previous?: string; below?: string }
}

// Sizes of the chart in pixels.
const height = 210
const axisWidth = 48
const topMargin = 8
const topMarginWithEvents = 28

/**
 * Columns over time with an axis. The previous period is drawn behind, negative amounts below zero. The tooltip is
 * beside the column under the pointer; arrow keys move it. Events are marked above their column. The table below has
 * every value.
 */
export function ColumnChart({ title, columns, steps, formatTick, legend }: ColumnChartProps) {
  const [containerRef, width] = useElementWidth()
  const [activeIndex, setActiveIndex] = useState<number>()
  const plotWidth = Math.max(0, width - axisWidth)
  const x = scaleBand({ domain: steps.map((_, index) => index), range: [0, plotWidth], padding: 0.28 })
  const hasEvents = steps.some(({ events = [] }) => events.length > 0)
  const top = hasEvents ? topMarginWithEvents : topMargin
  const y = scaleLinear({ domain: valueDomain(steps), range: [height, top], nice: 3 })
  const active = activeIndex === undefined ? undefined : steps[activeIndex]

  function activateAt(clientX: number, left: number) {
    const index = Math.floor(((clientX - left - axisWidth) / Math.max(1, plotWidth)) * steps.length)
    setActiveIndex(Math.min(steps.length - 1, Math.max(0, index)))
  }
  function moveByKey(event: KeyboardEvent) {
    const next = nextIndex(event.key, activeIndex ?? steps.length - 1, steps.length)
    if (next === undefined) return
    event.preventDefault()
    setActiveIndex(next)
  }

  return (
    <figure className="mt-3">
      <div
        ref={containerRef}
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-valuemin={1}
        aria-valuemax={steps.length}
        aria-valuenow={(activeIndex ?? steps.length - 1) + 1}
        aria-valuetext={describe(active ?? steps.at(-1))}
        className="relative touch-pan-y rounded-sm"
        onKeyDown={moveByKey}
        onFocus={({ currentTarget }) =>
          currentTarget.matches(':focus-visible') && setActiveIndex(activeIndex ?? steps.length - 1)
        }
        onBlur={() => setActiveIndex(undefined)}
        onPointerMove={({ clientX, currentTarget }) =>
          activateAt(clientX, currentTarget.getBoundingClientRect().left)
        }
        onPointerLeave={() => setActiveIndex(undefined)}
        style={{ height: height + 28 }}
      >
        {width > 0 && (
          <svg aria-hidden width={width} height={height + 28} className="block overflow-visible">
            <ChartGrid y={y} axisWidth={axisWidth} width={width} formatTick={formatTick} />
            <g transform={`translate(${axisWidth},0)`}>
              <EventMarks steps={steps} x={x} bottom={y(0)} width={plotWidth} />
              <ChartColumns steps={steps} x={x} y={y} activeIndex={activeIndex} />
              <TimeAxis labels={steps.map(({ label }) => label)} x={x} top={height} width={plotWidth} />
            </g>
          </svg>
        )}
        {active && activeIndex !== undefined && (
          <Tooltip
            step={active}
            left={axisWidth + (x(activeIndex) ?? 0)}
            columnWidth={x.bandwidth()}
            isOnLeft={activeIndex >= steps.length / 2}
          />
        )}
      </div>
      <Legend {...legend} hasEvents={hasEvents} />
      <ChartDataTable
        title={title}
        columns={hasEvents ? [...columns, 'Events'] : columns}
        points={hasEvents ? steps.map(withEventCell) : steps}
      />
    </figure>
  )
}

type TooltipProps = { step: ChartStep; left: number; columnWidth: number; isOnLeft: boolean }

/** Beside its column, on the side with more room. */
function Tooltip({ step, left, columnWidth, isOnLeft }: TooltipProps) {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute top-2 z-10 whitespace-nowrap rounded-sm bg-ink px-3 py-2 text-paper text-sm leading-snug shadow-md"
      style={isOnLeft ? { left: left - 8, transform: 'translateX(-100%)' } : { left: left + columnWidth + 8 }}
    >
      <b className="block font-semibold">{step.label}</b>
      {[...step.tooltip, ...(step.events ?? [])].map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </div>
  )
}

function Legend({ value, previous, below, hasEvents }: ColumnChartProps['legend'] & { hasEvents: boolean }) {
  const entries = [
    { name: value, color: 'rounded-[3px] bg-brand' },
    { name: previous, color: 'rounded-[3px] bg-ghost' },
    { name: below, color: 'rounded-[3px] bg-accent' },
    { name: hasEvents && 'Event', color: 'rounded-full border-2 border-ink-soft' },
  ]
  return (
    <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-ink-soft text-sm">
      {entries.map(
        ({ name, color }) =>
          name && (
            <li key={color} className="inline-flex items-center gap-2">
              <span aria-hidden className={`size-2.5 ${color}`} />
              {name}
            </li>
          ),
      )}
    </ul>
  )
}

/** From the lowest to the highest value; always includes zero. */
function valueDomain(steps: ReadonlyArray<ChartStep>): [number, number] {
  const highest = Math.max(...steps.map(({ value, previous }) => Math.max(value, previous ?? 0)))
  return [-Math.max(0, ...steps.map(({ below = 0 }) => below)), highest > 0 ? highest : 1]
}

function nextIndex(key: string, index: number, count: number): number | undefined {
  const indexByKey: Record<string, number> = dictionary({
    ArrowLeft: index - 1,
    ArrowDown: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index + 1,
    Home: 0,
    End: count - 1,
  })
  const next = indexByKey[key]
  return next === undefined ? undefined : Math.min(count - 1, Math.max(0, next))
}

function describe(step: ChartStep | undefined): string {
  return step ? [step.label, ...step.tooltip, ...(step.events ?? [])].join(', ') : ''
}

function withEventCell({ label, cells, events = [] }: ChartStep) {
  return { label, cells: [...cells, events.join(', ')] }
}
