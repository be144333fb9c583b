import { expect, test } from 'vitest'
import { createSpeedMeter, percent, progressLabel } from './upload-progress.ts'

const MB = 1024 ** 2

test('the progress label has bytes, speed and remaining time', () => {
  const total = 48.2 * MB

  expect(progressLabel({ state: 'sending', loaded: 31 * MB, total })).toBe('31.0 of 48.2 MB')
  expect(progressLabel({ state: 'sending', loaded: 31 * MB, total, bytesPerSecond: 12 * MB })).toBe(
    '31.0 of 48.2 MB · 12 MB/s · 2 s left',
  )
  expect(progressLabel({ state: 'sending', loaded: 0, total: 700, bytesPerSecond: 10 })).toBe(
    '0 of 700 Bytes · 10 Bytes/s · 2 min left',
  )
  expect(progressLabel({ state: 'sending', loaded: 0, total: 5 * 1024 * MB, bytesPerSecond: MB })).toBe(
    '0.0 of 5 GB · 1 MB/s · 1 h 26 min left',
  )
})

test('the progress label says that the server is saving after the last byte', () => {
  expect(progressLabel({ state: 'sending', loaded: 5 * MB, total: 5 * MB, bytesPerSecond: MB })).toBe(
    '5 MB uploaded · saving…',
  )
})

test('percent does not round up to 100', () => {
  expect(percent({ loaded: 0, total: 1 })).toBe(0)
  expect(percent({ loaded: 999, total: 1000 })).toBe(99)
  expect(percent({ loaded: 1000, total: 1000 })).toBe(100)
})

test('the speed covers the last five seconds and skips the first second, which fills buffers', () => {
  const measure = createSpeedMeter()

  expect(measure({ at: 0, loaded: 0 })).toBeUndefined()
  expect(measure({ at: 200, loaded: 9 * MB })).toBeUndefined()
  expect(measure({ at: 1_000, loaded: 10 * MB })).toBeUndefined()
  expect(measure({ at: 1_500, loaded: 10.5 * MB })).toBeUndefined()
  expect(measure({ at: 2_000, loaded: 11 * MB })).toBe(MB)
  expect(measure({ at: 6_000, loaded: 19 * MB })).toBe(1.8 * MB)
  expect(measure({ at: 7_000, loaded: 21 * MB })).toBe(2 * MB)
})

test('the progress label says when the upload is paused or waits for the connection', () => {
  const half = { loaded: 524_288, total: 1_048_576, bytesPerSecond: 100_000 }

  expect(progressLabel({ ...half, state: 'paused' })).toBe('0.5 of 1 MB · paused')
  expect(progressLabel({ ...half, state: 'waiting' })).toBe(
    '0.5 of 1 MB · connection lost, will continue automatically',
  )
  expect(progressLabel({ ...half, state: 'waiting', waitsFor: 'storage' })).toBe(
    '0.5 of 1 MB · waiting for our storage, will continue automatically. Your progress is saved.',
  )
  expect(progressLabel({ ...half, state: 'waiting', waitsFor: 'space' })).toMatch(
    /· We’re out of storage space right now\. Your progress is saved\. The upload will continue automatically/,
  )
  expect(progressLabel({ ...half, state: 'saving' })).toBe('1 MB uploaded · saving…')
})

test('a connection lost after the last byte is not shown as saving', () => {
  const all = { loaded: 8 * MB, total: 8 * MB }

  expect(progressLabel({ ...all, state: 'waiting' })).toBe(
    '8 MB sent · connection lost, will continue automatically',
  )
  expect(progressLabel({ ...all, state: 'paused' })).toBe('8 MB sent · paused')
  expect(progressLabel({ ...all, state: 'sending' })).toBe('8 MB uploaded · saving…')
})
