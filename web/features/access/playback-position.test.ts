import { expect, test } from 'vitest'
import { resumablePosition } from './playback-position.ts'

test('a film left in the middle goes on there, to the second', () => {
  expect(resumablePosition({ currentTime: 61.9, duration: 600 })).toBe(61)
})

test('a film just begun, or as good as over, begins anew', () => {
  expect(resumablePosition({ currentTime: 4, duration: 600 })).toBeUndefined()
  expect(resumablePosition({ currentTime: 595, duration: 600 })).toBeUndefined()
})

test('what has no end has no place to go on from', () => {
  expect(resumablePosition({ currentTime: 61, duration: Number.POSITIVE_INFINITY })).toBeUndefined()
  expect(resumablePosition({ currentTime: 61, duration: Number.NaN })).toBeUndefined()
})
