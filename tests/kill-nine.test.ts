import { expect, test } from 'vitest'
import { runKillRounds } from '../bench/kill-nine.ts'

/** `npm run bench:faults -- kill 25` does 25 rounds. */
test('after kill -9 during sales nothing acknowledged is lost, and everything paid is delivered once', {
  tags: ['long'],
  timeout: 180_000,
}, async () => {
  const report = await runKillRounds({ rounds: 3 }, () => undefined)

  expect(report).toMatchObject({ rounds: 3, lost: 0, undelivered: 0, outOfBalance: 0, duplicates: 0 })
  expect(report.acknowledged).toBeGreaterThan(0)
})
