import { expect, test } from 'vitest'
import { axisLabels, formatRate, gridValues, rateOf } from './trends.tsx'

test('a rate has one decimal below ten percent, and is a dash in a month without sales', () => {
  expect(formatRate(rateOf(1, 80))).toBe('1.3%')
  expect(formatRate(rateOf(0, 80))).toBe('0%')
  expect(formatRate(rateOf(20, 80))).toBe('25%')
  expect(formatRate(rateOf(1, 0))).toBe('–')
})

test('the grid ends at the first round number at or above the highest value', () => {
  expect(gridValues(4859)).toEqual([0, 2500, 5000])
  expect(gridValues(0.021)).toEqual([0, 0.0125, 0.025])
  expect(gridValues(100)).toEqual([0, 50, 100])
  expect(gridValues(0)).toEqual([0, 0.5, 1])
})

test('the axis has labels for the first, a middle and the last month', () => {
  expect(axisLabels(Array.from({ length: 12 }, (_, index) => ({ month: ((index + 11) % 12) + 1 })))).toEqual([
    'Dec',
    'Jun',
    'Nov',
  ])
})
