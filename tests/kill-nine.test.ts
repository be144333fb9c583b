import { expect, test } from 'vitest'
import { runKillRounds } from '../bench/kill-nine.ts'

/** `npm run bench -- kill 25` does it more often. */
test('after kill -9 during sales nothing acknowledged is lost, and everything paid is delivered once', {
  tags: ['long'],
  timeout: 180_000,
}, async () => {
  const found = await runKillRounds({ rounds: 3 }, () => undefined)

  expect(found).toMatchObject({ rounds: 3, lost: 0, undelivered: 0, outOfBalance: 0, double: 0 })
  expect(found.acknowledged).toBeGreaterThan(0)
})
