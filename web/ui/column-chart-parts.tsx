import type { scaleBand, scaleLinear } from '@visx/scale'
import type { ChartStep } from './column-chart.tsx'
import { placeMarkLabels } from './mark-labels.ts'

type BandScale = ReturnType<typeof scaleBand<number>>
type LinearScale = ReturnType<typeof scaleLinear<number>>

/** Grid lines with their values; the line at zero is stronger. */
export function ChartGrid({
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
export function ChartColumns({
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
export function EventMarks({
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
export function TimeAxis({
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
