import { expect, test } from 'vitest'
import { formatDuration } from './recording-length.ts'

test.each([
  [30, '0:30'],
  [252, '4:12'],
  [3_727, '1:02:07'],
])('%i seconds are written as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})
