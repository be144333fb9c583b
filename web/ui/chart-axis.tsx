import type { scaleBand } from '@visx/scale'
import type { ChartStep } from './column-chart.tsx'

type BandScale = ReturnType<typeof scaleBand<number>>

/** The labels of the steps that have a tick, or of the first and last step and of as many between as fit. */
export function TimeAxis({
  steps,
  x,
  top,
  width,
}: {
  steps: ReadonlyArray<ChartStep>
  x: BandScale
  top: number
  width: number
}) {
  const ticks = steps.flatMap(({ tick }, index) => (tick === undefined ? [] : [{ index, text: tick }]))
  const labels = steps.map(({ label }) => label)
  const shown =
    ticks.length > 0
      ? fittingTicks(ticks, { width, count: steps.length })
      : tickIndexes(labels, width).map((index) => ({ index, text: labels[index] }))
  return shown.map(({ index, text }) => (
    <text
      key={index}
      x={(x(index) ?? 0) + x.bandwidth() / 2}
      y={top + 20}
      textAnchor={anchorOf(index, steps.length)}
      className={axisText}
    >
      {text}
    </text>
  ))
}

type Tick = { index: number; text: string }

/** All ticks, or every second, third … of them, so that their labels do not touch. */
export function fittingTicks(
  ticks: ReadonlyArray<Tick>,
  { width, count }: { width: number; count: number },
): Array<Tick> {
  const [first, second] = ticks
  if (!first || !second) return [...ticks]
  const distancePx = ((second.index - first.index) * width) / count
  const neededPx = letterWidthPx * Math.max(...ticks.map(({ text }) => text.length)) + 12
  const every = Math.max(1, Math.ceil(neededPx / distancePx))
  return ticks.filter((_, position) => position % every === 0)
}

export const axisText = 'fill-ink-faint text-sm'
const minTickDistancePx = 96
/** The width of a letter in pixels, about. */
export const letterWidthPx = 7

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
