import { expect, test } from 'vitest'
import { healthProbe } from './health.ts'

/** A database whose responses the test controls. */
function slowDatabase() {
  const queries: Array<PromiseWithResolvers<boolean>> = []
  const isUnavailable = () => {
    const answer = Promise.withResolvers<boolean>()
    queries.push(answer)
    return answer.promise
  }
  return { queries, health: { isUnavailable } }
}

test('concurrent probes share one query', async () => {
  const { queries, health } = slowDatabase()
  const probe = healthProbe(health)

  const all = [probe.isUnavailable(), probe.isUnavailable(), probe.isUnavailable()]
  queries[0]?.resolve(false)

  expect(await Promise.all(all)).toEqual([false, false, false])
  expect(queries).toHaveLength(1)
})

test('a busy pool counts as healthy for a while after a good response', async () => {
  const { queries, health } = slowDatabase()
  const probe = healthProbe(health, { maxWaitMs: 10, recentMs: 60_000 })
  const first = probe.isUnavailable()
  queries[0]?.resolve(false)
  await first

  expect(await probe.isUnavailable()).toBe(false)
})

test('a busy pool is waited for without a recent good response', async () => {
  const { queries, health } = slowDatabase()
  const probe = healthProbe(health, { maxWaitMs: 10, recentMs: 0 })
  const first = probe.isUnavailable()
  queries[0]?.resolve(false)
  await first

  const second = probe.isUnavailable()
  setTimeout(() => queries[1]?.resolve(true), 50)

  expect(await second).toBe(true)
})

test('a failing database is reported as unavailable, however recent its last good response', async () => {
  const { queries, health } = slowDatabase()
  const probe = healthProbe(health)
  const first = probe.isUnavailable()
  queries[0]?.resolve(false)
  await first

  const second = probe.isUnavailable()
  queries[1]?.resolve(true)

  expect(await second).toBe(true)
})
