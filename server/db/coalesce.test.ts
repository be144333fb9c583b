import { expect, test } from 'vitest'
import { coalesce, coalescePerPool } from './coalesce.ts'

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

test('a single call runs at once', async () => {
  const { add, batches, finish } = coalescedFixture()

  const result = add('a')
  expect(batches).toEqual([['a']])
  finish()

  expect(await result).toBe('A')
})

test('calls during a run share the next one, and each gets its own result', async () => {
  const { add, batches, finish } = coalescedFixture()

  const results = Promise.all([add('a'), add('b'), add('c')])
  finish()
  await nextTurn()
  finish()

  expect(await results).toEqual(['A', 'B', 'C'])
  expect(batches).toEqual([['a'], ['b', 'c']])
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

test('calls for different pools do not share a run', async () => {
  const runs: Array<Array<number>> = []
  const add = coalescePerPool(async (pool: { id: string }, items: Array<number>) => {
    runs.push(items)
    return items.map((item) => `${pool.id}${item}`)
  })

  expect(await Promise.all([add({ id: 'x' }, 1), add({ id: 'y' }, 2)])).toEqual(['x1', 'y2'])
  expect(runs).toEqual([[1], [2]])
})
