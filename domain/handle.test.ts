import { expect, test } from 'vitest'
import { limits } from '../contract/limits.ts'
import { handleCandidates, isHandleAllowed, suggestHandle } from './handle.ts'

test.each(['mara', 'mara_k', 'dj_9', 'supporter', 'helpful', '_mara_'])(
  'the handle %s is allowed',
  (handle) => {
    expect(isHandleAllowed(handle)).toBe(true)
  },
)

test.each(['admin', 'tipdrop', 'support', '_support_', 'admin1', 'sign_in', '___', '123'])(
  'the handle %s is reserved',
  (handle) => {
    expect(isHandleAllowed(handle)).toBe(false)
  },
)

test.each([
  ['Mara Vitale', 'mara_vitale'],
  ['  José  Álvarez! ', 'jose_alvarez'],
  ['Иван', 'ivan'],
  ['Al', ''],
  ['Support', ''],
  ['水', ''],
])('the name %j suggests the handle %j', (name, handle) => {
  expect(suggestHandle(name)).toBe(handle)
})

test('handleCandidates adds numbers and stays within the maximum length', () => {
  expect(handleCandidates('kit', () => 0.5)).toEqual(['kit', 'kit_2', 'kit_3', 'kit_4', 'kit_5500'])
  const longest = 'x'.repeat(limits.handleLength.max)
  expect(
    handleCandidates(longest, () => 0.999).every(({ length }) => length <= limits.handleLength.max),
  ).toBe(true)
})
