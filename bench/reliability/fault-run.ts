/** What a run found: how often it was really done, what came of it, and whether that is within the bar. */
export type Outcome = { count: number; result: string; hasPassed: boolean }

/** One row of the reliability table. */
export type FaultRun = {
  /** What is done to the server. */
  what: string
  /** What is counted: `kills`, `events`. */
  unit: string
  /** What must hold. */
  bar: string
  quickCount: number
  longCount: number
  run(count: number, log: (line: string) => void): Promise<Outcome>
}

/** The counts that are not 0, as text; `0` when all are. */
export function nonZero(counts: Record<string, number>): string {
  const found = Object.entries(counts).filter(([, count]) => count !== 0)
  return found.map(([name, count]) => `${name} ${count}`).join(', ') || '0'
}
