import { expect, test } from 'vitest'
import { CountryCode, canTransfer, countryCodes, countryName } from './countries.ts'

test('the United States, the United Kingdom, the EEA, Canada and Switzerland transfer to each other', () => {
  const pairs = [
    ['US', 'FR'],
    ['DE', 'CA'],
    ['GB', 'US'],
    ['CH', 'NO'],
    ['FR', 'DE'],
  ] as const

  expect(
    pairs.filter(([from, to]) => !canTransfer({ from, to }) || !canTransfer({ from: to, to: from })),
  ).toEqual([])
})

test('a country outside the region is paid by transfer only from itself', () => {
  expect(canTransfer({ from: 'JP', to: 'JP' })).toBe(true)
  expect(canTransfer({ from: 'JP', to: 'US' })).toBe(false)
  expect(canTransfer({ from: 'US', to: 'JP' })).toBe(false)
  expect(canTransfer({ from: 'DE', to: 'IS' })).toBe(false)
})

test('every country has a name of its own, and another code is rejected', () => {
  const names = countryCodes.map(countryName)

  expect(new Set(names).size).toBe(249)
  expect(names.filter((name, index) => name === countryCodes[index])).toEqual([])
  expect(CountryCode.safeParse('XX').success).toBe(false)
  expect(CountryCode.safeParse('de').success).toBe(false)
})
