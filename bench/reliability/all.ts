import type { FaultRun } from './fault-run.ts'
import { namedPoints } from './named-points.ts'

/** Every run of docs/reliability.md, in its order. */
export const faultRuns: Record<string, FaultRun> = {
  points: namedPoints,
}
