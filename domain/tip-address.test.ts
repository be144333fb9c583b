import { expect, test } from 'vitest'
import { limits } from '../contract/limits.ts'
import { reservedSlugs, slugCandidates, slugOf, tipAddress } from './tip-address.ts'

test.each([
  ['Night Ferry', 'night-ferry'],
  ['What’s inside: 24 Presets!', 'whats-inside-24-presets'],
  ['  --Dusk…  ', 'dusk'],
  ['Straße nach Łódź, Ærø & Đakovo', 'strasse-nach-lodz-aero-dakovo'],
  ['Ночной паром', 'nochnoy-parom'],
  ['Ήλιος', 'ilios'],
  ['夜のフェリー', '夜のフェリー'],
  ['हिन्दी गीत', 'हिन्दी-गीत'],
  ['أغنية الليل', 'أغنية-الليل'],
  ['Ⅷ ½ ①', 'viii-1-2-1'],
  ['cafe\u0301 NAÏVE', 'cafe-naive'],
  ['❤️ 🌊 #️⃣', ''],
  ['card.png', 'card-png'],
  ['<script>alert(1)</script>/../..', 'script-alert-1-script'],
])('%s becomes %s', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
})

test('a name is cut after a whole word, and has few characters in an address whatever its script', () => {
  const { max, maxEncoded } = limits.slugLength
  const titles = [
    'very long title '.repeat(20),
    'x'.repeat(200),
    '夜'.repeat(200),
    'ทะเลกลางคืน '.repeat(20),
    '😀a'.repeat(90),
  ]

  for (const title of titles) {
    const slug = slugOf(title)
    expect(slug.length).toBeLessThanOrEqual(max)
    expect(encodeURIComponent(slug).length).toBeLessThanOrEqual(maxEncoded)
    expect(slug).toMatch(/^[^-].*[^-]$/u)
  }
  expect(slugOf('very long title '.repeat(20))).toBe(
    'very-long-title-very-long-title-very-long-title-very-long',
  )
})

test('a taken or reserved name gets a number, and a title without letters the item’s number', () => {
  expect(slugCandidates('Night Ferry', 7).slice(0, 3)).toEqual([
    'night-ferry',
    'night-ferry-2',
    'night-ferry-3',
  ])
  expect(slugCandidates('Night Ferry', 7).at(-1)).toBe('night-ferry-7')
  expect(slugCandidates('Posts', 7)[0]).toBe('posts-2')
  expect(slugCandidates('🌊', 7)).toEqual(['7'])
})

test('reserved names are names that an item could have', () => {
  for (const slug of reservedSlugs) expect(slugOf(slug)).toBe(slug)
})

test('the address of an item has the handle and its name, or its number', () => {
  expect(tipAddress({ id: 7, slug: 'night-ferry', handle: 'mara' })).toBe('/@mara/night-ferry')
  expect(tipAddress({ id: 7, slug: '夜', handle: 'mara' })).toBe('/@mara/%E5%A4%9C')
  expect(tipAddress({ id: 7, slug: null, handle: 'mara' })).toBe('/p/7')
  expect(tipAddress({ id: 7, slug: 'night-ferry', handle: null })).toBe('/p/7')
})
