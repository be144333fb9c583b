/** A row of the table: what was measured, its baseline and its bar. */
export type Measurement = { what: string; ours: string; beside?: string; ratio?: number; bar?: string }

export function printTable(figures: Array<Measurement>): void {
  const rows = figures.map(({ what, ours: measured, beside: baseline = '', ratio, bar: target = '' }) => [
    what,
    measured,
    baseline,
    ratio === undefined ? '' : ratio.toFixed(2),
    target,
  ])
  const head = ['what', 'ours', 'beside', 'ratio', 'at least']
  const widths = head.map((title, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0), title.length),
  )
  for (const row of [head, widths.map((width) => '-'.repeat(width)), ...rows])
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

export function median(numbers: Array<number>): number {
  return quantile(numbers, 0.5)
}

/** The quantile `q` of the numbers. */
export function quantile(numbers: Array<number>, q: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * q) - 1)] ?? Number.NaN
}

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 ** 2)} MiB`
}

export function milliseconds(ms: number): string {
  return ms < 100 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`
}
