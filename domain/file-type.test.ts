import { expect, test } from 'vitest'
import { isInlineSafe, isRecording, mimeTypeOf } from './file-type.ts'

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

test.each(['a.m4b', 'a.opus', 'a.oga', 'a.ogv', 'a.weba', 'a.3gp', 'a.MP4', 'a.ogg'])(
  '%s is a recording that a browser plays',
  (name) => {
    expect(isRecording(mimeTypeOf(name))).toBe(true)
  },
)

test.each(['a.jfif', 'a.bmp', 'a.PNG'])('%s is a picture that a browser shows', (name) => {
  expect(mimeTypeOf(name)).toMatch(/^image\//)
})
