import { describe, expect, test } from 'vitest'
import { arranged, categoriesOf, type Filters, noFilters, readFilters, writeFilters } from './shelf.ts'

const dusk = {
  title: 'Dusk presets',
  description: 'For the golden hour',
  category: 'photography',
  price: 1,
  tipCount: 12,
  totalEarnings: 70,
  createdAt: '2026-11-03T10:00:00.000Z',
} as const
const loops = {
  title: 'Harbour loops',
  description: 'Recorded at DUSK and dawn',
  category: 'music',
  price: 12,
  tipCount: 44,
  totalEarnings: 422.4,
  createdAt: '2026-11-02T10:00:00.000Z',
} as const
const notes = {
  title: 'Meter notes',
  description: '',
  category: 'document',
  price: 3,
  tipCount: 0,
  totalEarnings: 0,
  createdAt: '2026-11-01T10:00:00.000Z',
} as const
const all = [dusk, loops, notes]

const titles = (filters: Partial<Filters>) =>
  arranged(all, { ...noFilters, ...filters }).map(({ title }) => title.split(' ')[0])

describe('the list of a creator’s content', () => {
  test('is searched in titles and descriptions, whatever the case', () => {
    expect(titles({ search: 'dUSk' })).toEqual(['Dusk', 'Harbour'])
    expect(titles({ search: '  meter ' })).toEqual(['Meter'])
    expect(titles({ search: 'winter' })).toEqual([])
  })

  test('is narrowed to a category', () => {
    expect(titles({ category: 'music' })).toEqual(['Harbour'])
    expect(titles({ category: 'music', search: 'presets' })).toEqual([])
  })

  test('is ordered by age, price, number of tips and earnings', () => {
    expect(titles({})).toEqual(['Dusk', 'Harbour', 'Meter'])
    expect(titles({ sort: 'oldest' })).toEqual(['Meter', 'Harbour', 'Dusk'])
    expect(titles({ sort: 'price-high' })).toEqual(['Harbour', 'Meter', 'Dusk'])
    expect(titles({ sort: 'price-low' })).toEqual(['Dusk', 'Meter', 'Harbour'])
    expect(titles({ sort: 'tips' })).toEqual(['Harbour', 'Dusk', 'Meter'])
    expect(titles({ sort: 'earnings' })).toEqual(['Harbour', 'Dusk', 'Meter'])
  })

  test('leaves what it was given in its own order', () => {
    titles({ sort: 'oldest' })

    expect(all).toEqual([dusk, loops, notes])
  })

  test('offers the categories that occur, once each', () => {
    expect(categoriesOf([notes, dusk, notes])).toEqual(['photography', 'document'])
  })
})

describe('filters in the address', () => {
  test('are read back as they were written', () => {
    const filters: Filters = { search: 'golden & hour ', sort: 'price-low', category: 'digital-art' }

    const query = writeFilters(new URLSearchParams('from=mail'), filters)

    expect(query).toBe('from=mail&q=golden+%26+hour+&sort=price-low&category=digital-art')
    expect(readFilters(new URLSearchParams(query))).toEqual(filters)
  })

  test('leave a clean address when there are none', () => {
    expect(writeFilters(new URLSearchParams('q=dusk&sort=tips&category=music'), noFilters)).toBe('')
  })

  test('that nobody knows are as if they were not there', () => {
    expect(readFilters(new URLSearchParams('sort=fastest&category=__proto__'))).toEqual(noFilters)
  })
})
