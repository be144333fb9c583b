import { expect, test } from 'vitest'
import { backups } from '../bench/reliability/backups.ts'
import { databaseKills } from '../bench/reliability/database-kills.ts'
import type { FaultRun } from '../bench/reliability/fault-run.ts'
import { fullDisk } from '../bench/reliability/full-disk.ts'
import { killAtPoints } from '../bench/reliability/named-points.ts'

/** The built server on a failing machine; `npm run bench:faults` repeats each of these more often. */
const options = { tags: ['long'], timeout: 300_000 }

test('a purchase keeps every promise when the server is killed at named points', options, async () => {
  const result = await killAtPoints({ kills: 5, only: 'purchase' }, () => undefined)

  expect(result.problems).toEqual([])
  expect(result.kills).toBeGreaterThan(0)
  // Each statement, response, email and provider call of the purchase is at least one point.
  expect(result.points).toBeGreaterThan(60)
})

const runs: Array<[behavior: string, run: FaultRun, count: number]> = [
  ['the server survives PostgreSQL killed under load and answers 503 meanwhile', databaseKills, 2],
  ['a full disk refuses uploads and sales with a sentence, and nothing is lost', fullDisk, 1],
  ['a copy made under load starts, and its ledger verifies', backups, 1],
]

test.each(runs)('%s', options, async (_, { run }, count) => {
  const outcome = await run(count, () => undefined)

  expect(outcome.hasPassed, outcome.result).toBe(true)
})
