import { expect, test } from 'vitest'
import { dominantColors } from './dominant-colors.ts'

const pixels = (...groups: Array<[count: number, ...color: Array<number>]>) =>
  groups.flatMap(([count, ...color]) => Array.from({ length: count }, () => [...color, 255]).flat())

test('the colors that stand out come first, and grays last', () => {
  const picture = pixels([400, 120, 120, 118], [200, 20, 40, 160], [100, 230, 120, 40])

  expect(dominantColors(picture)).toEqual(['#1428a0', '#e67828', '#787876'])
})

test('colors that look the same are one, and there are at most five', () => {
  const alike = pixels([9, 200, 40, 40], [9, 210, 44, 40], [9, 20, 20, 200])
  const many = pixels(
    ...Array.from({ length: 8 }, (_, index) => [5, index * 36, 255 - index * 36, 128] as const).map(
      (one): [number, ...Array<number>] => [...one],
    ),
  )

  expect(dominantColors(alike)).toHaveLength(2)
  expect(dominantColors(many).length).toBeLessThanOrEqual(5)
})

test('transparent parts have no color', () => {
  expect(dominantColors([200, 0, 0, 0, 0, 0, 255, 255])).toEqual(['#0000ff'])
})
