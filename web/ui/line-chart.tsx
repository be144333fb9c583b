import { AxisBottom } from '@visx/axis'
import { curveMonotoneX } from '@visx/curve'
import { scaleLinear, scalePoint } from '@visx/scale'
import { AreaClosed, LinePath } from '@visx/shape'
import { useId, useState } from 'react'
import { ChartTable } from './chart-table.tsx'
import { useWidth } from './use-width.ts'

/** `texts` are the cells of the table, after the name: the first of them says the value. */
export type ChartPoint = { name: string; value: number; texts: ReadonlyArray<string> }
type LineChartProps = {
  title: string
  columns: ReadonlyArray<string>
  points: ReadonlyArray<ChartPoint>
}

const height = 172
const edge = { top: 14, bottom: 26, side: 6 }

/** A line over time, with the same numbers as a table to open. The nearest point is named under the pointer. */
export function LineChart({ title, columns, points }: LineChartProps) {
  const [frame, width] = useWidth()
  const [at, setAt] = useState<number>()
  const tint = useId()
  const values = points.map(({ value }) => value)
  const lowest = Math.min(0, ...values)
  const x = scalePoint({ domain: points.map((_, index) => index), range: [edge.side, width - edge.side] })
  const y = scaleLinear({
    domain: [lowest, Math.max(...values, lowest + 0.01)],
    range: [height - edge.bottom, edge.top],
  })
  const place = (index: number) => ({ left: x(index) ?? 0, top: y(points[index]?.value ?? 0) })
  const line = {
    x: (_: ChartPoint, index: number) => place(index).left,
    y: (point: ChartPoint) => y(point.value),
  }
  // One point alone makes no line.
  const dot = at ?? (points.length === 1 ? 0 : undefined)
  const pointed = at === undefined ? undefined : points[at]

  function point(clientX: number, left: number) {
    const share = (clientX - left - edge.side) / Math.max(1, width - 2 * edge.side)
    setAt(Math.min(points.length - 1, Math.max(0, Math.round(share * (points.length - 1)))))
  }

  return (
    <figure aria-label={title} className="mt-2">
      {/* What a pointer shows, the table says: nothing here is for the pointer alone. */}
      <div
        ref={frame}
        className="relative h-[172px]"
        onPointerMove={({ clientX, currentTarget }) =>
          point(clientX, currentTarget.getBoundingClientRect().left)
        }
        onPointerLeave={() => setAt(undefined)}
      >
        {width > 0 && (
          <svg aria-hidden width={width} height={height} className="block overflow-visible">
            <linearGradient id={tint} x1="0" y1="0" x2="0" y2="1">
              <stop offset="0" stopColor="var(--brand)" stopOpacity={0.22} />
              <stop offset="1" stopColor="var(--brand)" stopOpacity={0} />
            </linearGradient>
            <AreaClosed
              data={[...points]}
              {...line}
              y0={y(0)}
              yScale={y}
              curve={curveMonotoneX}
              fill={`url(#${tint})`}
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
              top={height - edge.bottom}
              hideAxisLine
              hideTicks
              tickValues={namedOf(points.length, width)}
              tickFormat={(index) => points[Number(index)]?.name ?? ''}
              tickLabelProps={(index) => ({
                fill: 'var(--ink-faint)',
                fontSize: 13,
                fontFamily: 'inherit',
                dy: 4,
                textAnchor: index === 0 ? 'start' : Number(index) === points.length - 1 ? 'end' : 'middle',
              })}
            />
            {dot !== undefined && (
              <circle
                cx={place(dot).left}
                cy={place(dot).top}
                r={4.5}
                fill="var(--brand)"
                stroke="var(--surface)"
                strokeWidth={2}
              />
            )}
          </svg>
        )}
        {pointed && at !== undefined && (
          <p
            aria-hidden
            className="pointer-events-none absolute top-0 rounded-sm bg-ink px-2.5 py-1 text-paper text-sm shadow-md"
            style={{
              left: place(at).left,
              transform: `translateX(${-100 * (at / Math.max(1, points.length - 1))}%)`,
            }}
          >
            {pointed.name}: {pointed.texts[0]}
          </p>
        )}
      </div>
      <ChartTable title={title} columns={columns} points={points} />
    </figure>
  )
}

/** Which points are named under the line: the first, the last, and as many between as have room. */
function namedOf(count: number, width: number): Array<number> {
  const room = Math.max(2, Math.min(count, Math.floor(width / 110)))
  if (count === 1) return [0]
  return [
    ...new Set(Array.from({ length: room }, (_, index) => Math.round((index * (count - 1)) / (room - 1)))),
  ]
}
