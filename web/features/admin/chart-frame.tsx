import type { ReactNode } from 'react'

type ChartFrameProps = {
  /** The labels of the grid lines from bottom to top, and of the time axis from left to right. */
  grid: ReadonlyArray<string>
  axis: ReadonlyArray<string>
  legend: ReadonlyArray<{ label: string; color: string }>
  children: ReactNode
}

/** Grid, axis and legend around a chart. Screen readers get the values from the table of each chart. */
export function ChartFrame({ grid, axis, legend, children }: ChartFrameProps) {
  return (
    <div aria-hidden className="mt-3 text-ink-faint text-sm">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
        <div className="-my-2.5 flex flex-col-reverse justify-between text-right tabular-nums">
          {grid.map((label) => (
            <span key={label}>{label}</span>
          ))}
        </div>
        <div className="relative h-40">
          <div className="absolute inset-0 flex flex-col justify-between">
            {grid.map((label) => (
              <span key={label} className="border-line border-t" />
            ))}
          </div>
          {children}
        </div>
        <div className="col-start-2 mt-2 flex justify-between">
          {axis.map((label, index) => (
            // Two months of different years may have the same name.
            // biome-ignore lint/suspicious/noArrayIndexKey: the labels never reorder
            <span key={index}>{label}</span>
          ))}
        </div>
      </div>
      <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1">
        {legend.map(({ label, color }) => (
          <li key={label} className="flex items-center gap-2 text-ink-soft">
            <span className={`size-2.5 rounded-[3px] ${color}`} />
            {label}
          </li>
        ))}
      </ul>
    </div>
  )
}
