import { expect, test } from 'vitest'
import { dictionary } from './dictionary.ts'

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'])(
  'a dictionary has no value for %s until one is set',
  (key) => {
    const empty = dictionary<number>()
    const filled = dictionary({ a: 1 })

    expect([empty[key], filled[key], key in filled]).toEqual([undefined, undefined, false])
    filled[key] = 2
    expect(filled[key]).toBe(2)
  },
)

test('a dictionary has its entries', () => {
  expect(Object.entries(dictionary({ a: 1, b: 2 }))).toEqual([
    ['a', 1],
    ['b', 2],
  ])
})
