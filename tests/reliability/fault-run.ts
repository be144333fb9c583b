/**
 * The result of a run: the number of faults made, what went wrong by kind, and what else is worth knowing. A run has
 * passed when every kind is 0 or false.
 */
export type Outcome = { count: number; wrong: Record<string, number | boolean>; notes: string }

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

/** What went wrong, as text; `0` when nothing did. */
export function textOfWrong(wrong: Outcome['wrong']): string {
  const kinds = Object.entries(wrong).filter(([, found]) => Number(found) !== 0)
  return kinds.map(([kind, found]) => (found === true ? kind : `${kind} ${found}`)).join(', ') || '0'
}
