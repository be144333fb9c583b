/** The result of a run: the number of faults done, a summary, and whether it met the bar. */
export type Outcome = { count: number; result: string; hasPassed: boolean }

/** A row of the reliability table. */
export type FaultRun = {
  /** The fault. */
  what: string
  /** The unit of `count`: `kills`, `events`. */
  unit: string
  /** The condition that must hold. */
  bar: string
  quickCount: number
  longCount: number
  run(count: number, log: (line: string) => void): Promise<Outcome>
}

/** The counts that are not 0 as text; `0` when all are. */
export function nonZero(counts: Record<string, number>): string {
  const nonZeroCounts = Object.entries(counts).filter(([, count]) => count !== 0)
  return nonZeroCounts.map(([name, count]) => `${name} ${count}`).join(', ') || '0'
}
