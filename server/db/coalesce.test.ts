import { expect, onTestFinished, test, vi } from 'vitest'
import { coalesce, coalescePerKey, coalescePerPool, lookUpPerPool } from './coalesce.ts'

/** A coalesced function whose runs end when `finish` is called. */
function coalescedFixture() {
  const batches: Array<Array<string>> = []
  const finishers: Array<() => void> = []
  const add = coalesce(async (items: Array<string>) => {
    batches.push(items)
    await new Promise<void>((finish) => finishers.push(finish))
    return items.map((item) => item.toUpperCase())
  })
  return { add, batches, finish: () => finishers.shift()?.() }
}

const nextTurn = () => new Promise((done) => setImmediate(done))

test('calls of one turn share a run, and calls during it share the next one, each with its own result', async () => {
  const { add, batches, finish } = coalescedFixture()

  const first = [add('a'), add('b')]
  await nextTurn()
  const later = [add('c'), add('d')]
  finish()
  expect(await Promise.all(first)).toEqual(['A', 'B'])
  finish()

  expect(await Promise.all(later)).toEqual(['C', 'D'])
  expect(batches).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
})

test('after a batch of several, the first call waits for others; after a batch of one, it does not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const batches: Array<Array<string>> = []
  const add = coalesce(async (items: Array<string>) => {
    batches.push(items)
    return items
  })
  await Promise.all([add('a'), add('b')])

  const waiting = [add('c')]
  await nextTurn()
  waiting.push(add('d'))
  vi.advanceTimersByTime(2)
  await Promise.all(waiting)
  void add('e')
  vi.advanceTimersByTime(2)
  await nextTurn()
  void add('f')
  await nextTurn()

  expect(batches).toEqual([['a', 'b'], ['c', 'd'], ['e'], ['f']])
})

test('lookups that do not gather begin at once, and share a statement with calls of the same moment', async () => {
  const statements: Array<Array<number>> = []
  const select = async (_: object, keys: Array<number>) => {
    statements.push(keys)
    return keys.map((key) => ({ key }))
  }
  const find = lookUpPerPool(select, ({ key }) => key, { gathers: false })
  const pool = {}
  await Promise.all([find(pool, 1), find(pool, 2)])

  const third = find(pool, 3)
  await nextTurn()

  expect(statements).toEqual([[1, 2], [3]])
  expect(await third).toEqual({ key: 3 })
})

test('when a batch fails, only the items that fail by themselves reject', async () => {
  const double = coalesce(async (items: Array<number>) => {
    if (items.includes(3)) throw new Error('no threes')
    return items.map((item) => item * 2)
  })

  const results = await Promise.allSettled([double(1), double(2), double(3), double(4)])

  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual([
    2,
    4,
    'failed',
    8,
  ])
})

test('in an outage all calls fail at the same time, and later calls are answered', async () => {
  let isBroken = true
  let running = 0
  let maxRunning = 0
  const echo = coalesce(async (items: Array<number>) => {
    maxRunning = Math.max(maxRunning, ++running)
    await nextTurn()
    running--
    if (isBroken) throw new Error('no connection')
    return items
  })

  const results = await Promise.allSettled([echo(1), echo(2), echo(3)])
  isBroken = false

  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(maxRunning).toBe(3)
  expect(await echo(4)).toBe(4)
})

test('calls for different pools do not share a run', async () => {
  const runs: Array<Array<number>> = []
  const add = coalescePerPool(async (pool: { id: string }, items: Array<number>) => {
    runs.push(items)
    return items.map((item) => `${pool.id}${item}`)
  })

  expect(await Promise.all([add({ id: 'x' }, 1), add({ id: 'y' }, 2)])).toEqual(['x1', 'y2'])
  expect(runs).toEqual([[1], [2]])
})

test('items of different keys run beside one another, and those of one key together', async () => {
  const running: Array<() => void> = []
  const batches: Array<Array<string>> = []
  const add = coalescePerKey(async (_scope: object, items: Array<string>) => {
    batches.push(items)
    await new Promise<void>((resolve) => running.push(resolve))
    return items
  })
  const scope = {}

  const added = ['a1', 'b1', 'a2'].map((item) => add(scope, item.slice(0, 1), item))
  await vi.waitFor(() => expect(running).toHaveLength(2), { timeout: 10_000 })
  for (const finish of running) finish()

  expect(await Promise.all(added)).toEqual(['a1', 'b1', 'a2'])
  expect(batches).toEqual([['a1', 'a2'], ['b1']])
})

test('a lookup selects each key of concurrent callers once, and answers undefined for a missing row', async () => {
  const selected: Array<Array<number>> = []
  const find = lookUpPerPool(
    async (_pool: object, keys: Array<number>) => {
      selected.push(keys)
      return keys.filter((key) => key < 3).map((key) => ({ key }))
    },
    ({ key }) => key,
  )
  const pool = {}

  const rows = await Promise.all([find(pool, 1), find(pool, 3), find(pool, 1)])

  expect(rows).toEqual([{ key: 1 }, undefined, { key: 1 }])
  expect(selected).toEqual([[1, 3]])
})
