import { databaseKills } from './database-kills.ts'
import type { FaultRun } from './fault-run.ts'
import { mixedLoad } from './mixed-load.ts'
import { namedPoints } from './named-points.ts'
import { stops } from './stops.ts'

/** Every run of docs/reliability.md, in its order. */
export const faultRuns: Record<string, FaultRun> = {
  points: namedPoints,
  database: databaseKills,
  load: mixedLoad,
  stop: stops,
}
