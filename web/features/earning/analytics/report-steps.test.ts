import { expect, test } from 'vitest'
import { addDays } from '../../../../domain/dates.ts'
import { intervalOf, periodBefore, reportSteps } from './report-chart.tsx'

const emptyDay = { views: 0, checkouts: 0, sales: 0, earned: 0, refunded: 0, netEarnings: 0, previous: null }

/** Days from Monday, March 2, 2026. */
function days(count: number, change: (index: number) => object = () => ({})) {
  return Array.from({ length: count }, (_, index) => ({
    ...emptyDay,
    day: addDays('2026-03-02', index),
    ...change(index),
  }))
}

test('a column has the same metric of the period before', () => {
  const previous = { views: 9, sales: 2, earned: 16 }
  const report = {
    currency: 'USD',
    days: days(2, (index) => (index === 0 ? { views: 5, sales: 1, earned: 8, previous } : { previous })),
  }

  const [step] = reportSteps(report, 'views')
  const [money] = reportSteps(report, 'earned')

  expect(step).toMatchObject({ value: 5, previous: 9, below: 0 })
  expect(step?.tooltip).toEqual(['1 sale', '5 views', '2 days before: 9 views'])
  expect(money).toMatchObject({ value: 8, previous: 16, cells: ['$8.00', '$0.00', '1', '5', '$16.00'] })
})

test('a range without a period before has no columns for comparison', () => {
  const [step] = reportSteps({ currency: 'USD', days: days(2) }, 'sales')

  expect(step).toMatchObject({ previous: null, cells: ['$0.00', '$0.00', '0', '0'] })
})

test('a long range is summed by week, with the days before', () => {
  const report = {
    currency: 'USD',
    days: days(100, () => ({ earned: 1, refunded: 0.5, previous: { views: 1, sales: 1, earned: 2 } })),
  }

  const steps = reportSteps(report, 'earned')

  expect([intervalOf(report), periodBefore(report), steps.length]).toEqual(['week', '100 days before', 15])
  expect(steps[0]).toMatchObject({ value: 7, below: 3.5, previous: 14 })
  // The last two days.
  expect(steps.at(-1)).toMatchObject({ value: 2, previous: 4 })
})
