import { scaleBand, scaleLinear } from '@visx/scale'
import { type KeyboardEvent, useState } from 'react'
import { dictionary } from '../../contract/dictionary.ts'
import { ChartDataTable } from './chart-data-table.tsx'
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

type BandScale = ReturnType<typeof scaleBand<number>>
type LinearScale = ReturnType<typeof scaleLinear<number>>

/** Grid lines with their values; the line at zero is stronger. */
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
  return y.ticks(3).map((value) => (
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

/** A mark above each step with events, with its label where there is room. */
function EventMarks({
  steps,
  x,
  bottom,
  width,
}: {
  steps: ReadonlyArray<ChartStep>
  x: BandScale
  bottom: number
  width: number
}) {
  const marks = steps.flatMap(({ events = [] }, index) => {
    const [first] = events
    if (first === undefined) return []
    return [
      {
        x: (x(index) ?? 0) + x.bandwidth() / 2,
        text: events.length === 1 ? first : `${events.length} events`,
      },
    ]
  })
  return placeMarkLabels(marks, width).map(({ x: center, text, anchor }) => (
    <g key={center}>
      <line
        x1={center}
        x2={center}
        y1={markTop}
        y2={bottom}
        stroke="var(--line-strong)"
        strokeDasharray="2 4"
      />
      <circle cx={center} cy={markTop} r={4} className="fill-surface stroke-2 stroke-ink-soft" />
      {anchor && (
        <text
          x={anchor === 'start' ? center + 9 : center - 9}
          y={markTop}
          dy="0.32em"
          textAnchor={anchor}
          className="fill-ink-soft text-sm"
        >
          {text}
        </text>
      )}
    </g>
  ))
}

/** The labels of the first and last step, and of as many between as fit. */
function TimeAxis({
  labels,
  x,
  top,
  width,
}: {
  labels: ReadonlyArray<string>
  x: BandScale
  top: number
  width: number
}) {
  return tickIndexes(labels, width).map((index) => (
    <text
      key={index}
      x={(x(index) ?? 0) + x.bandwidth() / 2}
      y={top + 20}
      textAnchor={anchorOf(index, labels.length)}
      className={axisText}
    >
      {labels[index]}
    </text>
  ))
}

// All sizes are in pixels.
const markTop = 8
const axisText = 'fill-ink-faint text-sm'
const minTickDistancePx = 96
const letterWidthPx = 7

function anchorOf(index: number, count: number): 'start' | 'middle' | 'end' {
  if (count < 8) return 'middle'
  if (index === 0) return 'start'
  return index === count - 1 ? 'end' : 'middle'
}

/**
 * The steps whose labels are shown. The first label begins at its tick and the others are centered, so neighbors need
 * the width of one and a half labels.
 */
function tickIndexes(labels: ReadonlyArray<string>, width: number): Array<number> {
  const count = labels.length
  const maxLabelWidthPx = letterWidthPx * Math.max(...labels.map((label) => label.length))
  const tickDistancePx = Math.max(minTickDistancePx, 1.5 * maxLabelWidthPx + 12)
  if (count <= 1) return count === 1 ? [0] : []
  const ticks = Math.max(2, Math.min(count, Math.floor(width / tickDistancePx)))
  return [
    ...new Set(Array.from({ length: ticks }, (_, index) => Math.round((index * (count - 1)) / (ticks - 1)))),
  ]
}

export type Mark = { x: number; text: string }
export type PlacedMark = Mark & { anchor: 'start' | 'end' | undefined }

const gapPx = 14

/**
 * On which side of its mark each label fits without touching a neighbor; undefined where it fits on neither. The marks
 * are in order of `x`; `x` and `width`, the chart's, are in pixels.
 */
export function placeMarkLabels(marks: ReadonlyArray<Mark>, width: number): Array<PlacedMark> {
  let occupiedUntilPx = 0
  return marks.map(({ x, text }, index) => {
    const neededPx = text.length * letterWidthPx + gapPx
    const anchor =
      x + neededPx <= (marks[index + 1]?.x ?? width) - gapPx / 2
        ? 'start'
        : x - neededPx >= occupiedUntilPx
          ? 'end'
          : undefined
    occupiedUntilPx = anchor === 'start' ? x + neededPx : x + gapPx / 2
    return { x, text, anchor }
  })
}
