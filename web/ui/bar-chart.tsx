type BarChartProps = { title: string; values: ReadonlyArray<{ name: string; value: number }> }

/** A small bar chart. Screen readers get a one-sentence summary instead of the bars. */
export function BarChart({ title, values }: BarChartProps) {
  const maxValue = Math.max(1, ...values.map(({ value }) => value))
  const total = values.reduce((sum, { value }) => sum + value, 0)
  const peak = values.find(({ value }) => value === maxValue)
  const summary = peak ? `${total} total, most on ${peak.name}: ${peak.value}` : 'None'
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1.5 text-ink-soft text-sm">
        {title}
        <span className="sr-only">. {summary}</span>
      </figcaption>
      <div aria-hidden className="flex h-12 items-end gap-[2px] border-line-strong border-b">
        {total === 0 && <span className="m-auto text-ink-faint text-sm">None yet</span>}
        {values
          .filter(() => total > 0)
          .map(({ name, value }) => (
            <span
              key={name}
              title={`${name}: ${value}`}
              className="min-w-0 flex-1 rounded-t-[2px] bg-brand"
              style={{ height: value === 0 ? 0 : `${Math.max(6, (value / maxValue) * 100)}%` }}
            />
          ))}
      </div>
    </figure>
  )
}
