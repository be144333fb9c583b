import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type HoldChange, holdCutoff } from './payout.ts'

const dayMs = 24 * 3_600_000
const start = Date.UTC(2026, 2, 1)
const onDay = (day: number) => new Date(start + day * dayMs)
const change = (day: number, holdDays: number): HoldChange => ({ effectiveAt: onDay(day), holdDays })
const isAvailable = (changes: Array<HoldChange>, soldOn: number, onDayNumber: number) =>
  onDay(soldOn) < holdCutoff(changes, onDay(onDayNumber))

test('a sale is available exactly at the end of its hold', () => {
  expect(isAvailable([change(0, 7)], 10, 16.999)).toBe(false)
  expect(isAvailable([change(0, 7)], 10, 17)).toBe(true)
})

test('sales before the first change have its hold days', () => {
  expect(isAvailable([change(20, 7)], 3, 9.999)).toBe(false)
  expect(isAvailable([change(20, 7)], 3, 10)).toBe(true)
})

test('more hold days apply to sales from then on and postpone no earlier sale', () => {
  const changes = [change(0, 7), change(10, 30)]

  expect(isAvailable(changes, 10, 17)).toBe(true)
  expect(isAvailable(changes, 11, 40.999)).toBe(false)
  expect(isAvailable(changes, 11, 41)).toBe(true)
})

test('fewer hold days apply to every sale, also after another rise', () => {
  const changes = [change(0, 30), change(10, 7), change(12, 14)]

  expect(isAvailable(changes.slice(0, 2), 3, 10)).toBe(true)
  expect(isAvailable(changes, 9, 16)).toBe(true)
  expect(isAvailable(changes, 13, 26.999)).toBe(false)
})

test('a cutoff without known hold days is an error', () => {
  expect(() => holdCutoff([], onDay(0))).toThrow('The hold days are unknown.')
})

const histories = fc
  .array(fc.record({ day: fc.integer({ min: 0, max: 60 }), holdDays: fc.integer({ min: 0, max: 20 }) }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((list) => list.toSorted((one, other) => one.day - other.day))

test('the cutoff separates the sales whose fewest hold days since the sale have passed', () => {
  fc.assert(
    fc.property(
      histories,
      fc.integer({ min: 0, max: 200 }),
      fc.integer({ min: 0, max: 200 }),
      (list, one, other) => {
        const [sold, now] = [Math.min(one, other) / 2, Math.max(one, other) / 2]
        const changes = list.map(({ day, holdDays }) => change(day, holdDays))
        const inEffect = list.filter(
          ({ day }, index) => day <= now && (list[index + 1]?.day ?? Number.POSITIVE_INFINITY) >= sold,
        )
        const known = changes.filter(({ effectiveAt }) => effectiveAt <= onDay(now))
        const days = (inEffect.length > 0 ? inEffect : list.slice(0, 1)).map(({ holdDays }) => holdDays)

        expect(isAvailable(known.length > 0 ? known : changes.slice(0, 1), sold, now)).toBe(
          sold + Math.min(...days) <= now,
        )
      },
    ),
  )
})

test('a change never makes an available sale unavailable', () => {
  fc.assert(
    fc.property(histories, fc.integer({ min: 0, max: 20 }), (list, holdDays) => {
      const changes = list.map((entry) => change(entry.day, entry.holdDays))
      const now = onDay(60)
      const after = [...changes, { effectiveAt: now, holdDays }]

      expect(holdCutoff(after, now) >= holdCutoff(changes, now)).toBe(true)
    }),
  )
})
