import { expect, test } from 'vitest'
import { resumablePosition } from './playback-position.ts'

test('playback of a half-watched file resumes at the last whole second', () => {
  expect(resumablePosition({ currentTime: 61.9, duration: 600 })).toBe(61)
})

test('playback starts from the beginning when the file was just started or nearly finished', () => {
  expect(resumablePosition({ currentTime: 4, duration: 600 })).toBeUndefined()
  expect(resumablePosition({ currentTime: 595, duration: 600 })).toBeUndefined()
})

test('a stream without an end has no position to resume', () => {
  expect(resumablePosition({ currentTime: 61, duration: Number.POSITIVE_INFINITY })).toBeUndefined()
  expect(resumablePosition({ currentTime: 61, duration: Number.NaN })).toBeUndefined()
})
