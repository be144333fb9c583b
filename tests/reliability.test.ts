import { expect, test } from 'vitest'
import { pointsOf } from '../bench/reliability/named-points.ts'
import { scenarios } from '../bench/reliability/stories.ts'
import { largeUpload } from '../bench/reliability/uploads.ts'
import { backups } from './reliability/backups.ts'
import { type FaultRun, textOfWrong } from './reliability/fault-run.ts'
import { fullDisk } from './reliability/full-disk.ts'
import { databaseKills, randomKills } from './reliability/kills.ts'

/** The built server on a failing machine; `npm run bench:faults` repeats each of these more often. */
const options = { tags: ['long'], timeout: 300_000 }

const runs: Array<[behavior: string, run: FaultRun, count: number]> = [
  [
    'a purchase keeps every promise when the server is killed at named points',
    pointsOf(scenarios.filter(({ name }) => name === 'purchase')),
    5,
  ],
  [
    'after kill -9 during sales and with lost webhooks nothing acknowledged is lost, and everything paid is delivered once',
    randomKills,
    3,
  ],
  ['an upload cut five times, once by kill -9 of the server, ends with the right hash', largeUpload, 5],
  ['the server survives PostgreSQL killed under load and answers 503 meanwhile', databaseKills, 2],
  ['a full disk refuses uploads and sales with a sentence, and nothing is lost', fullDisk, 1],
  ['a backup made under load is restored, starts, and its ledger verifies', backups, 1],
]

test.each(runs)('%s', options, async (_, { run }, count) => {
  const { wrong } = await run(count, () => undefined)

  expect(textOfWrong(wrong)).toBe('0')
})
