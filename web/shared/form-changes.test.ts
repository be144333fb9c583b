import { expect, test } from 'vitest'
import { changedFields, joinNames } from './save-bar-form.tsx'

test('changed fields are those whose value differs, an unchecked box included', () => {
  const saved = { name: 'Mara', handle: 'mara', showSupporters: 'true', note: '' }

  expect(changedFields(saved, { ...saved })).toEqual([])
  expect(changedFields(saved, { name: 'Mara L', handle: 'mara', note: '' })).toEqual([
    'name',
    'showSupporters',
  ])
})

test('a missing field equals an empty one', () => {
  expect(changedFields({}, { iban: '' })).toEqual([])
  expect(changedFields({}, { iban: 'DE' })).toEqual(['iban'])
})

test('names are joined into a phrase, each once', () => {
  expect(joinNames(['name'])).toBe('name')
  expect(joinNames(['name', 'handle', 'name'])).toBe('name and handle')
  expect(joinNames(['name', 'handle', 'note'])).toBe('name, handle and note')
})
