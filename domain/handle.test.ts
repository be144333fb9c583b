import { expect, test } from 'vitest'
import { isHandleAllowed, suggestHandle } from './handle.ts'

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
