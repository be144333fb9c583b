// Units of the viewBox.
const height = 28
const stepWidth = 4
/** The line's room above the highest and below the lowest point. */
const margin = 1.5

type SparklineProps = { label: string; values: ReadonlyArray<number> }

/** A small line without an axis, one point for each day or step; nothing is below zero. Screen readers get the label. */
export function Sparkline({ label, values }: SparklineProps) {
  const maxValue = Math.max(0, ...values) || 1
  const bottom = height - margin
  const points = values.map((value, index) => {
    const y = bottom - (Math.max(0, value) / maxValue) * (height - 2 * margin)
    return `${index * stepWidth},${Math.round(y * 10) / 10}`
  })
  const width = (values.length - 1) * stepWidth
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${Math.max(1, width)} ${height}`}
      preserveAspectRatio="none"
      className="h-7 w-[110px] overflow-visible"
    >
      <path d={`M0,${bottom}L${points.join('L')}L${width},${bottom}Z`} className="fill-brand-soft" />
      <path
        d={`M${points.join('L')}`}
        vectorEffect="non-scaling-stroke"
        className="fill-none stroke-[1.6] stroke-brand"
        strokeLinejoin="round"
      />
    </svg>
  )
}
