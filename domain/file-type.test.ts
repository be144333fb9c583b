import { expect, test } from 'vitest'
import { isInlineSafe, mimeTypeOf } from './file-type.ts'

test.each([
  'x.constructor',
  'x.__proto__',
  'x.toString',
  'x.valueOf',
  'x.hasOwnProperty',
  'x',
  'x.html',
  'x.svg',
])('%s has no type that a browser shows', (name) => {
  expect(mimeTypeOf(name)).toBe('application/octet-stream')
  expect(isInlineSafe(mimeTypeOf(name))).toBe(false)
})
