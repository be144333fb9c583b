import { expect, test } from 'vitest'
import { placeMarkLabels } from './column-chart.tsx'

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
