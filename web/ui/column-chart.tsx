import { scaleBand, scaleLinear } from '@visx/scale'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { dictionary } from '../../contract/dictionary.ts'
import { axisText, TimeAxis } from './chart-axis.tsx'
import { ChartDataTable } from './chart-data-table.tsx'
import { EventMarks } from './event-marks.tsx'
import { useElementWidth } from './use-element-width.ts'

/**
 * One time span of the chart. `below` is a positive amount drawn below zero, `previous` is drawn behind the column, and
 * `cells` are the table's.
 */
export type ChartStep = {
  label: string
  /** The label on the axis. When steps have one, only they are on it; else as many of all labels as fit. */
  tick?: string | undefined
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
  /** Beside the link to the table. */
  action?: ReactNode
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
export function ColumnChart({ title, columns, steps, formatTick, legend, action }: ColumnChartProps) {
  const [containerRef, width] = useElementWidth()
  const [activeIndex, setActiveIndex] = useState<number>()
  const plotWidth = Math.max(0, width - axisWidth)
  const x = scaleBand({ domain: steps.map((_, index) => index), range: [0, plotWidth], padding: 0.28 })
  const hasEvents = steps.some(({ events = [] }) => events.length > 0)
  const top = hasEvents ? topMarginWithEvents : topMargin
  const y = scaleLinear({ domain: valueDomain(steps), range: [height, top] })
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
              <TimeAxis steps={steps} x={x} top={height} width={plotWidth} />
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
      {/* The open table takes a line of its own. */}
      <div className="mt-1 flex flex-wrap items-start justify-between gap-x-6">
        <ChartDataTable
          title={title}
          columns={hasEvents ? [...columns, 'Events'] : columns}
          points={hasEvents ? steps.map(withEventCell) : steps}
        />
        {action}
      </div>
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

/**
 * From zero to a tenth more than the highest value. What is below zero goes only as deep as it is.
 */
function valueDomain(steps: ReadonlyArray<ChartStep>): [number, number] {
  const highest = Math.max(...steps.map(({ value, previous }) => Math.max(value, previous ?? 0)))
  return [-Math.max(0, ...steps.map(({ below = 0 }) => below)), highest > 0 ? highest * 1.1 : 1]
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

type BandScale = ReturnType<typeof scaleBand<number>>
type LinearScale = ReturnType<typeof scaleLinear<number>>

/** Grid lines with their values from zero on; the line at zero is stronger. */
function ChartGrid({
  y,
  axisWidth,
  width,
  formatTick,
}: {
  y: LinearScale
  axisWidth: number
  width: number
  formatTick: (value: number) => string
}) {
  const values = y.ticks(3).filter((value) => value >= 0)
  return values.map((value) => (
    <g key={value}>
      <line
        x1={axisWidth}
        x2={width}
        y1={y(value)}
        y2={y(value)}
        stroke={value === 0 ? 'var(--line-strong)' : 'var(--line)'}
      />
      <text x={axisWidth - 8} y={y(value)} dy="0.32em" textAnchor="end" className={axisText}>
        {formatTick(value)}
      </text>
    </g>
  ))
}

/** The columns. The previous period is a wider, paler column behind each one; negative amounts are below zero. */
function ChartColumns({
  steps,
  x,
  y,
  activeIndex,
}: {
  steps: ReadonlyArray<ChartStep>
  x: BandScale
  y: LinearScale
  activeIndex: number | undefined
}) {
  const bandWidth = x.bandwidth()
  const previousOverhang = Math.min(4, bandWidth * 0.22)
  const heightOf = (value: number) => Math.abs(y(0) - y(value))
  return steps.map(({ label, value, below = 0, previous }, index) => {
    const left = x(index) ?? 0
    return (
      <g key={label} opacity={activeIndex === undefined || activeIndex === index ? 1 : 0.55}>
        {Boolean(previous) && (
          <rect
            x={left - previousOverhang}
            y={y(previous ?? 0)}
            width={bandWidth + 2 * previousOverhang}
            height={heightOf(previous ?? 0)}
            rx={2}
            className="fill-ghost"
          />
        )}
        {value > 0 && (
          <rect
            x={left}
            y={y(value)}
            width={bandWidth}
            height={heightOf(value)}
            rx={2}
            className="fill-brand"
          />
        )}
        {below > 0 && (
          <rect x={left} y={y(0)} width={bandWidth} height={heightOf(below)} rx={2} className="fill-accent" />
        )}
      </g>
    )
  })
}
