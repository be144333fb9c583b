import { expect, test } from 'vitest'
import {
  bestSource,
  busiestWindow,
  conversionOf,
  dayStartLabel,
  funnelAdvice,
  hoursAdvice,
  sourceAdvice,
  timeZoneLabel,
} from './report-advice.tsx'

const source = (name: string, views: number, sales: number) => ({
  source: name,
  views,
  paidViews: views,
  sales,
  netEarnings: 0,
})
const total = { paidViews: 1000, checkouts: 80, sales: 40 }

test('conversion is undefined without views, and with more sales than views', () => {
  expect(conversionOf({ paidViews: 200, sales: 5 })).toBe(0.025)
  expect([conversionOf({ paidViews: 0, sales: 0 }), conversionOf({ paidViews: 1, sales: 2 })]).toEqual([
    undefined,
    undefined,
  ])
})

test('views of free items have no part in conversion', () => {
  expect(conversionOf({ ...source('news', 900, 5), paidViews: 100 })).toBe(0.05)
  expect(bestSource([{ ...source('news', 900, 5), paidViews: 19 }])).toBeUndefined()
})

test('the best source has the highest conversion among sources with at least 20 views and 5 sales', () => {
  expect(bestSource([source('tiny', 19, 19), source('news', 100, 10), source('feed', 900, 30)])?.source).toBe(
    'news',
  )
  expect(
    bestSource([source('tiny', 19, 19), source('quiet', 100, 4), source('silent', 100, 0)]),
  ).toBeUndefined()
})

test('the advice on sources names the best one, compared with the average', () => {
  expect(sourceAdvice([source('newsletter', 100, 10), source('', 900, 30)], total)).toBe(
    'Your newsletter sells best, at 2.5 times your average. Share there again.',
  )
  expect(sourceAdvice([source('news.example', 100, 8), source('', 900, 32)], total)).toBe(
    'news.example sells best, at twice your average. Share there again.',
  )
  expect(sourceAdvice([source('', 1000, 40)], total)).toMatch(/utm_source=newsletter/)
})

test('the advice on the funnel follows its weakest step', () => {
  expect(funnelAdvice({ paidViews: 0, checkouts: 0, sales: 0 })).toMatch(/^No visits/)
  expect(funnelAdvice({ paidViews: 19, checkouts: 5, sales: 5 })).toMatch(/^Too few/)
  expect(funnelAdvice({ paidViews: 1000, checkouts: 20, sales: 20 })).toMatch(/^Most visitors leave/)
  expect(funnelAdvice({ paidViews: 1000, checkouts: 100, sales: 20 })).toMatch(/^Many people start/)
  expect(funnelAdvice({ paidViews: 40, checkouts: 4, sales: 4 })).toMatch(/^Too few sales/)
  expect(funnelAdvice(total)).toMatch(/^People who come/)
})

test('the advice on hours has the busiest four hours and their share of all sales', () => {
  const evening = [18, 19, 20, 21].map((hour) => ({ weekday: 6, hour, sales: 2 }))
  const hours = [...evening, { weekday: 0, hour: 9, sales: 4 }]

  expect(busiestWindow(hours)).toMatchObject({ weekday: 6, from: 18 })
  expect(hoursAdvice(hours)).toBe('Sundays from 6 PM to 10 PM bring 67% of your sales. Post just before.')
  expect(hoursAdvice(evening)).toMatch(/^After ten sales/)
  const spread = [0, 1, 2, 3, 4, 5].map((weekday) => ({ weekday, hour: 9, sales: 3 }))
  expect(hoursAdvice(spread)).toMatch(/^No time of the week/)
})

test('a time zone label has the city and the offset', () => {
  const winter = new Date('2026-01-15T12:00:00.000Z')

  expect(timeZoneLabel('Europe/Rome', winter)).toBe('Times in Rome (GMT+1)')
  expect(timeZoneLabel('America/New_York', winter)).toBe('Times in New York (GMT-5)')
  expect(timeZoneLabel('UTC', winter)).toBe('Times in UTC')
})

test('the days of a chart say when they start where the reader is', () => {
  expect(dayStartLabel('America/New_York', '2026-01-15').replace(/\s/g, ' ')).toBe(
    'Days start at 7:00 PM in New York, midnight UTC.',
  )
  expect(dayStartLabel('UTC', '2026-01-15')).toBe('Days are in UTC.')
})
