import { expect, test } from 'vitest'
import { turnsByOwner } from './turns.ts'

/** Takes turns and says which have started. */
function turnsFixture(options: Parameters<typeof turnsByOwner>[0]) {
  const turns = turnsByOwner(options)
  const started: Array<string> = []
  const take = (owner: string, name = owner) =>
    turns.take(owner).then((leave) => {
      started.push(name)
      return leave
    })
  return { take, started }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('an owner runs as many as allowed, and the others start in order as turns end', async () => {
  const { take, started } = turnsFixture({ maxParallel: 2, maxWaiting: 10 })
  const first = await take('a', '1')
  const second = await take('a', '2')
  void take('a', '3')
  void take('a', '4')
  await settled()
  expect(started).toEqual(['1', '2'])

  first()
  first()
  await settled()
  expect(started).toEqual(['1', '2', '3'])

  second()
  await settled()
  expect(started).toEqual(['1', '2', '3', '4'])
})

test('an owner does not wait for others', async () => {
  const { take, started } = turnsFixture({ maxParallel: 1, maxWaiting: 10 })
  await take('a')
  void take('a')

  await take('b')

  expect(started).toEqual(['a', 'b'])
})

test('too many that wait are refused, and turns are free again once all have ended', async () => {
  const { take } = turnsFixture({ maxParallel: 1, maxWaiting: 1 })
  const leave = await take('a')
  const waiting = take('a')

  await expect(take('a')).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 5 })

  leave()
  const leaveNext = await waiting
  leaveNext()
  const last = await take('a')
  last()
})
