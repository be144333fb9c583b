import { expect, test } from 'vitest'
import { sampleQueue } from './sample-maker.ts'

/** Runs tasks one after the other and writes down which ran. */
function queueFixture() {
  const clock = { now: 0 }
  const queue = sampleQueue(() => clock.now)
  const ran: Array<string> = []
  const run = (name: string) =>
    queue.run(name.slice(0, 1), async () => {
      ran.push(name)
      await new Promise((resolve) => setImmediate(resolve))
    })
  return { clock, queue, ran, run }
}

test('owners take turns', async () => {
  const { ran, run } = queueFixture()

  await Promise.all(['a1', 'a2', 'a3', 'b1', 'c1'].map(run))

  expect(ran).toEqual(['a1', 'b1', 'c1', 'a2', 'a3'])
})

test('after two files that were too complex an owner’s next ones wait for everyone else, for an hour', async () => {
  const { clock, queue, ran, run } = queueFixture()
  queue.recordTooComplex('a')
  clock.now = 60_000
  queue.recordTooComplex('a')

  await Promise.all(['x1', 'a1', 'b1', 'b2', 'c1'].map(run))
  clock.now = 3_600_000
  await Promise.all(['y1', 'a2', 'b3'].map(run))

  expect(ran).toEqual(['x1', 'b1', 'c1', 'b2', 'a1', 'y1', 'a2', 'b3'])
})

test('a failed task makes way for the next one', async () => {
  const { queue, ran, run } = queueFixture()

  const failed = queue.run('a', () => Promise.reject(new Error('damaged')))
  await Promise.all([expect(failed).rejects.toThrow('damaged'), run('b1')])

  expect(ran).toEqual(['b1'])
})

test('an owner is asked for its place only while another one waits', async () => {
  const { queue, run } = queueFixture()

  const states: Array<boolean> = []
  await Promise.all([
    queue.run('a', async () => {
      states.push(queue.doOthersWait('a'))
      const others = [run('a2'), run('b1')]
      states.push(queue.doOthersWait('a'), queue.doOthersWait('b'))
      return others
    }),
  ])

  expect(states).toEqual([false, true, true])
})
