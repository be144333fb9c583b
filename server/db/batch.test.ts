import { expect, test } from 'vitest'
import { batched } from './batch.ts'

test('calls of one turn share a query, and calls during a query share the next one', async () => {
  const queries: Array<Array<number>> = []
  const double = batched(async (keys: Array<number>) => {
    queries.push(keys)
    if (queries.length === 1) later = [double(3), double(4)]
    return keys.map((key) => key * 2)
  })
  let later: Array<Promise<number | undefined>> = []

  const first = await Promise.all([double(1), double(2)])

  expect([...first, ...(await Promise.all(later))]).toEqual([2, 4, 6, 8])
  expect(queries).toEqual([
    [1, 2],
    [3, 4],
  ])
})

test('a failed query fails its own calls, and later calls are answered', async () => {
  let isBroken = true
  const echo = batched(async (keys: Array<number>) => {
    if (isBroken) throw new Error('away')
    return keys
  })

  await expect(Promise.all([echo(1), echo(2)])).rejects.toThrow('away')
  isBroken = false

  expect(await echo(3)).toBe(3)
})

test('a query has at most the maximum number of keys', async () => {
  const sizes: Array<number> = []
  const echo = batched(
    async (keys: Array<number>) => {
      sizes.push(keys.length)
      return keys
    },
    { maxKeys: 2 },
  )

  await Promise.all([echo(1), echo(2), echo(3)])

  expect(sizes).toEqual([2, 1])
})
