import { expect, test } from 'vitest'
import { fittingTicks } from './chart-axis.tsx'
import { placeMarkLabels } from './event-marks.tsx'

const anchors = (marks: Array<[x: number, text: string]>, width: number) =>
  placeMarkLabels(
    marks.map(([x, text]) => ({ x, text })),
    width,
  ).map(({ anchor }) => anchor)

test('a mark’s label is on its right, and on its left at the end of the chart', () => {
  // Ten letters need 84 pixels.
  expect(anchors([[0, '0123456789']], 100)).toEqual(['start'])
  expect(
    anchors(
      [
        [0, '0123456789'],
        [190, '0123456789'],
      ],
      200,
    ),
  ).toEqual(['start', 'end'])
})

test('a label that fits on neither side is left out', () => {
  expect(
    anchors(
      [
        [0, '0123456789'],
        [100, '0123456789'],
        [150, '0123456789'],
      ],
      200,
    ),
  ).toEqual(['start', undefined, undefined])
  expect(anchors([[40, '0123456789']], 100)).toEqual([undefined])
})

test('ticks are left out evenly where their labels would touch', () => {
  const mondays = [3, 10, 17, 24].map((index) => ({ index, text: 'Mon, Nov 2' }))
  const shown = (width: number) => fittingTicks(mondays, { width, count: 30 }).map(({ index }) => index)

  expect([shown(1_000), shown(300), shown(150)]).toEqual([
    [3, 10, 17, 24],
    [3, 17],
    [3, 24],
  ])
})
