import { expect, test } from 'vitest'
import { contiguousRanges, parseWalName, segmentBytes, segmentFileName, walName } from './wal-ranges.ts'

test('a name is parsed to the range that it was made of, and sorts like the log', () => {
  const ranges = [
    { start: 0, end: 10 },
    { start: segmentBytes, end: segmentBytes * 2 },
    { start: 2 ** 40, end: 2 ** 40 + 1 },
  ]
  const names = ranges.map((range) => walName(3, range))

  expect(names.map((name) => parseWalName(`${name}.zst.age`))).toEqual(
    ranges.map((range) => ({ ...range, timeline: 3 })),
  )
  expect(names.toSorted()).toEqual(names)
})

test.each(['wal/00000001/x.zst', 'base/1.tar.zst', `${walName(1, { start: 5, end: 5 })}.zst`])(
  '%s is no range',
  (name) => {
    expect(parseWalName(name)).toBeUndefined()
  },
)

test('a range of two segments is refused', () => {
  const name = walName(1, { start: segmentBytes - 1, end: segmentBytes + 1 })
  expect(parseWalName(`${name}.zst`)).toBeUndefined()
})

const range = (start: number, end: number) => ({ start, end })

test('a whole segment replaces its parts, in any order of the list', () => {
  const ranges = [range(30, 40), range(4, 8), range(0, 4), range(0, 30), range(8, 30)]
  expect(contiguousRanges(ranges, 0)).toEqual([range(0, 30), range(30, 40)])
})

test('ranges after a gap are left out', () => {
  expect(contiguousRanges([range(0, 4), range(5, 9)], 0)).toEqual([range(0, 4)])
  expect(contiguousRanges([range(5, 9)], 0)).toEqual([])
})

test('a range that was stored twice with another end goes on where the longer one ends', () => {
  expect(contiguousRanges([range(0, 4), range(0, 6), range(4, 5), range(5, 9)], 0)).toEqual([
    range(0, 6),
    range(5, 9),
  ])
})

test('segments have the names that PostgreSQL asks for', () => {
  expect(segmentFileName(1, 0x2000000)).toBe('000000010000000000000002')
  expect(segmentFileName(2, 2 ** 32 + 0xff000000)).toBe('0000000200000001000000FF')
})
