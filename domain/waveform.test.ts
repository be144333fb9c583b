import { expect, test } from 'vitest'
import { encodePeaks, levelsOf, peakCount, peaksPattern, wavePaths } from './waveform.ts'

test('loudness is stored as one character a bar, with the loudest at full height', () => {
  const peaks = encodePeaks(Array.from({ length: peakCount }, (_, index) => index * 3))

  expect(peaks).toMatch(peaksPattern)
  expect([peaks.at(0), peaks.at(-1)]).toEqual(['A', '/'])
  expect(levelsOf(peaks).at(80)).toBeCloseTo(0.5, 1)
})

test('silence is a flat line', () => {
  expect(levelsOf(encodePeaks(Array.from({ length: peakCount }, () => 0)))).toEqual(
    Array.from({ length: peakCount }, () => 0),
  )
})

test('each bar of a waveform is in one of three paths', () => {
  const bars = (path: string) => path.split('M').length - 1
  const peaks = encodePeaks(Array.from({ length: peakCount }, () => 1))

  const { heard, audible, rest } = wavePaths(peaks, { from: 0.25, heard: 0.3, to: 0.5 })

  expect([bars(heard), bars(audible), bars(rest)]).toEqual([8, 32, 120])
  expect(heard).toMatch(/^M242 2v36/)
})
