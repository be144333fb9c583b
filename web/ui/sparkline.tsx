// Units of the viewBox.
const height = 26
const barWidth = 2.1
const stepWidth = 3.07

type SparklineProps = { label: string; values: ReadonlyArray<number> }

/** Small bars without an axis, one for each day. Screen readers get the label. */
export function Sparkline({ label, values }: SparklineProps) {
  const maxValue = Math.max(1, ...values)
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${stepWidth * values.length} ${height}`}
      preserveAspectRatio="none"
      className="h-[26px] w-[92px]"
    >
      {values.map((value, index) => {
        const barHeight = value === 0 ? 1 : 3 + (value / maxValue) * (height - 3)
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the bars are days in a fixed order
            key={index}
            x={index * stepWidth}
            y={height - barHeight}
            width={barWidth}
            height={barHeight}
            className={value === 0 ? 'fill-line-strong' : 'fill-brand'}
          />
        )
      })}
    </svg>
  )
}
