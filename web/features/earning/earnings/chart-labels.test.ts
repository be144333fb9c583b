import { expect, test } from 'vitest'
import { mondayTick } from '../../../ui/chart-ticks.ts'
import { changeText, earningsSteps, formatStep, salesSentence } from './earnings-card.tsx'

const total = { earned: 24, refunded: 0, netEarnings: 24, sales: 3, refundedSales: 0 }

test('the label of a step is its day or its month in UTC', () => {
  expect([formatStep('2026-03-01', 'day'), formatStep('2026-03-01', 'month')]).toEqual(['Mar 1', 'Mar 2026'])
})

test('the sales sentence counts full refunds and has the amount of partial ones', () => {
  const sentence = (change: Partial<typeof total>) =>
    salesSentence({ currency: 'USD', total: { ...total, ...change } })

  expect(sentence({})).toBe('3 sales')
  expect(sentence({ sales: 19, refundedSales: 1, refunded: 5 })).toBe('19 sales · 1 refunded ($5.00)')
  expect(sentence({ refunded: 2.5 })).toBe('3 sales · $2.50 refunded')
})

test('a change is a rounded percentage, and undefined without earlier earnings', () => {
  expect([changeText(118, 100), changeText(90, 100), changeText(100, 100)]).toEqual(['+18%', '−10%', '0%'])
  expect([changeText(5, 0), changeText(5, -3), changeText(5, undefined)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('a column’s tooltip has the earnings, refunds and earlier earnings', () => {
  const point = { from: '2026-03-01', views: 4, sales: 2, earned: 16, refunded: 8, netEarnings: 8 }
  const history = {
    currency: 'USD',
    interval: 'day' as const,
    total,
    previous: total,
    points: [{ ...point, previousEarned: 4 }],
    events: [],
  }

  expect(earningsSteps(history, '30 days')).toEqual([
    {
      label: 'Mar 1',
      tick: undefined,
      value: 16,
      below: 8,
      previous: 4,
      events: [],
      cells: ['$16.00', '$8.00', '2', '$4.00'],
      tooltip: ['$16.00 from 2 sales', '$8.00 refunded', '30 days before: $4.00'],
    },
  ])
})

test('an event belongs to the step of its day, and a long title is shortened', () => {
  const point = { views: 0, sales: 0, earned: 0, refunded: 0, netEarnings: 0, previousEarned: null }
  const history = {
    currency: 'USD',
    interval: 'week' as const,
    total,
    previous: null,
    points: [
      { ...point, from: '2026-03-02' },
      { ...point, from: '2026-03-09' },
    ],
    events: [
      { day: '2026-03-08', kind: 'published' as const, title: 'Dusk', amount: null },
      { day: '2026-03-09', kind: 'payout' as const, title: null, amount: 40 },
      { day: '2026-03-15', kind: 'published' as const, title: 'x'.repeat(200), amount: null },
    ],
  }

  expect(earningsSteps(history, '').map(({ events }) => events)).toEqual([
    ['Published “Dusk”'],
    ['Payout of $40.00', `Published “${'x'.repeat(31)}…”`],
  ])
})

test('on the axis of many days are the Mondays', () => {
  expect(mondayTick('2026-11-02', 30)).toBe('Mon, Nov 2')
  expect([mondayTick('2026-11-03', 30), mondayTick('2026-11-02', 7)]).toEqual([undefined, undefined])
})
