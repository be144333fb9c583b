import { expect, test } from 'vitest'
import { isHandleFree } from './handle.ts'

test.each(['mara', 'mara_k', 'dj_9', 'supporter', 'helpful', '_mara_'])('%s may be chosen', (handle) => {
  expect(isHandleFree(handle)).toBe(true)
})

test.each(['admin', 'tipdrop', 'support', '_support_', 'admin1', 'sign_in', '___', '123'])(
  '%s may not',
  (handle) => {
    expect(isHandleFree(handle)).toBe(false)
  },
)
