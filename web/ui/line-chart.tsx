import { AxisBottom } from '@visx/axis'
import { curveMonotoneX } from '@visx/curve'
import { scaleLinear, scalePoint } from '@visx/scale'
import { AreaClosed, LinePath } from '@visx/shape'
import { useId, useState } from 'react'
import { ChartDataTable } from './chart-data-table.tsx'
import { useElementWidth } from './use-element-width.ts'

/** `cells` are the point's table cells after the label; the first one shows the value. */
export type ChartPoint = { label: string; value: number; cells: ReadonlyArray<string> }
type LineChartProps = {
  title: string
  columns: ReadonlyArray<string>
  points: ReadonlyArray<ChartPoint>
}

const height = 172
const margin = { top: 14, bottom: 26, side: 6 }

/**
 * A line chart over time, with the same values in an expandable table. The nearest point is labeled under the
 * pointer.
 */
export function LineChart({ title, columns, points }: LineChartProps) {
  const [containerRef, width] = useElementWidth()
  const [activeIndex, setActiveIndex] = useState<number>()
  const gradientId = useId()
  const values = points.map(({ value }) => value)
  const minValue = Math.min(0, ...values)
  const x = scalePoint({ domain: points.map((_, index) => index), range: [margin.side, width - margin.side] })
  const y = scaleLinear({
    domain: [minValue, Math.max(...values, minValue + 0.01)],
    range: [height - margin.bottom, margin.top],
  })
  const positionOf = (index: number) => ({ left: x(index) ?? 0, top: y(points[index]?.value ?? 0) })
  const line = {
    x: (_: ChartPoint, index: number) => positionOf(index).left,
    y: (point: ChartPoint) => y(point.value),
  }
  // A single point has no line, so it is marked.
  const markedIndex = activeIndex ?? (points.length === 1 ? 0 : undefined)
  const activePoint = activeIndex === undefined ? undefined : points[activeIndex]

  function activateNearest(clientX: number, left: number) {
    const fraction = (clientX - left - margin.side) / Math.max(1, width - 2 * margin.side)
    setActiveIndex(Math.min(points.length - 1, Math.max(0, Math.round(fraction * (points.length - 1)))))
  }

  return (
    <figure aria-label={title} className="mt-2">
      {/* The table has every value that the pointer shows. */}
      <div
        ref={containerRef}
        className="relative h-[172px]"
        onPointerMove={({ clientX, currentTarget }) =>
          activateNearest(clientX, currentTarget.getBoundingClientRect().left)
        }
        onPointerLeave={() => setActiveIndex(undefined)}
      >
        {width > 0 && (
          <svg aria-hidden width={width} height={height} className="block overflow-visible">
            <linearGradient id={gradientId} x1="0" y1="0" x2="0" y2="1">
              <stop offset="0" stopColor="var(--brand)" stopOpacity={0.22} />
              <stop offset="1" stopColor="var(--brand)" stopOpacity={0} />
            </linearGradient>
            <AreaClosed
              data={[...points]}
              {...line}
              y0={y(0)}
              yScale={y}
              curve={curveMonotoneX}
              fill={`url(#${gradientId})`}
            />
            <line x1={0} x2={width} y1={y(0)} y2={y(0)} stroke="var(--line)" />
            <LinePath
              data={[...points]}
              {...line}
              curve={curveMonotoneX}
              stroke="var(--brand)"
              strokeWidth={2.5}
              strokeLinecap="round"
            />
            <AxisBottom
              scale={x}
              top={height - margin.bottom}
              hideAxisLine
              hideTicks
              tickValues={tickIndexes(points.length, width)}
              tickFormat={(index) => points[Number(index)]?.label ?? ''}
              tickLabelProps={(index) => ({
                fill: 'var(--ink-faint)',
                fontSize: 13,
                fontFamily: 'inherit',
                dy: 4,
                textAnchor: index === 0 ? 'start' : Number(index) === points.length - 1 ? 'end' : 'middle',
              })}
            />
            {markedIndex !== undefined && (
              <circle
                cx={positionOf(markedIndex).left}
                cy={positionOf(markedIndex).top}
                r={4.5}
                fill="var(--brand)"
                stroke="var(--surface)"
                strokeWidth={2}
              />
            )}
          </svg>
        )}
        {activePoint && activeIndex !== undefined && (
          <p
            aria-hidden
            className="pointer-events-none absolute top-0 rounded-sm bg-ink px-2.5 py-1 text-paper text-sm shadow-md"
            style={{
              left: positionOf(activeIndex).left,
              transform: `translateX(${-100 * (activeIndex / Math.max(1, points.length - 1))}%)`,
            }}
          >
            {activePoint.label}: {activePoint.cells[0]}
          </p>
        )}
      </div>
      <ChartDataTable title={title} columns={columns} points={points} />
    </figure>
  )
}

/** The points labeled on the axis: the first, the last, and as many between as fit. */
function tickIndexes(count: number, width: number): Array<number> {
  const maxTicks = Math.max(2, Math.min(count, Math.floor(width / 110)))
  if (count === 1) return [0]
  return [
    ...new Set(
      Array.from({ length: maxTicks }, (_, index) => Math.round((index * (count - 1)) / (maxTicks - 1))),
    ),
  ]
}
