import { expect, test } from 'vitest'
import { AppError } from '../../domain/errors.ts'
import { workQueue } from './work-queue.ts'

function queue(options: Partial<Parameters<typeof workQueue>[0]> = {}) {
  return workQueue({
    concurrency: 1,
    maxQueued: 10,
    maxQueuedPerOwner: 10,
    fullError: () => new AppError('unavailable', 'full'),
    ownerFullError: () => new AppError('rate_limited', 'yours are enough'),
    ...options,
  })
}

/** Work that runs until the test releases it. */
function pendingTask(log: Array<string>, name: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const work = async () => {
    log.push(`begin ${name}`)
    await promise
    log.push(`end ${name}`)
  }
  return { work, end: resolve }
}

test('a queue runs tasks in order, at most its concurrency at a time', async () => {
  const workQueue = queue({ concurrency: 2 })
  const log: Array<string> = []
  const [a, b, c] = ['a', 'b', 'c'].map((name) => pendingTask(log, name))
  if (!a || !b || !c) throw new Error('There must be three tasks')

  const all = Promise.all([a, b, c].map(({ work }) => workQueue.run('mara', work)))
  expect(log).toEqual(['begin a', 'begin b'])
  b.end()
  c.end()
  a.end()
  await all

  expect(log.filter((line) => line.startsWith('begin'))).toEqual(['begin a', 'begin b', 'begin c'])
  expect(log.indexOf('begin c')).toBeGreaterThan(log.indexOf('end b'))
})

test('a failing task frees its slot for the next one', async () => {
  const tasks = queue()

  const failed = tasks.run('mara', () => Promise.reject(new Error('broken')))
  const next = tasks.run('mara', async () => 'done')

  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('done')
})

test('a full queue rejects immediately, and accepts tasks again when a slot is free', async () => {
  const tasks = queue({ maxQueued: 2 })
  const running = pendingTask([], 'a')
  const first = tasks.run('a', running.work)
  const second = tasks.run('b', async () => undefined)

  await expect(tasks.run('c', async () => undefined)).rejects.toThrow('full')
  running.end()
  await Promise.all([first, second])

  expect(await tasks.run('c', async () => 'done')).toBe('done')
})

test('an owner cannot fill more than its share, so others still get a slot', async () => {
  const tasks = queue({ maxQueuedPerOwner: 2 })
  const held = pendingTask([], 'a')
  const own = [tasks.run('mara', held.work), tasks.run('mara', async () => undefined)]

  await expect(tasks.run('mara', async () => undefined)).rejects.toThrow('yours are enough')
  const other = tasks.run('jonas', async () => 'done')
  held.end()

  expect(await other).toBe('done')
  await Promise.all(own)
})
