/** A row of the table: what was measured, its value, the value to compare it with, and the value to reach. */
export type Measurement = {
  what: string
  measured: string
  baseline?: string
  ratio?: number
  target?: string
}

export function printTable(measurements: Array<Measurement>): void {
  const head = ['what', 'measured', 'baseline', 'ratio', 'target']
  const rows = measurements.map(({ what, measured, baseline = '', ratio, target = '' }) => [
    what,
    measured,
    baseline,
    ratio?.toFixed(2) ?? '',
    target,
  ])
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
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

export function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
