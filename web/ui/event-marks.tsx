import type { scaleBand } from '@visx/scale'
import { letterWidthPx } from './chart-axis.tsx'
import type { ChartStep } from './column-chart.tsx'

type BandScale = ReturnType<typeof scaleBand<number>>

/** In pixels. */
const markTop = 8

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
