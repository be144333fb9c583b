import { expect, test } from 'vitest'
import { megabytes } from './tip-words.ts'

test('sizes are in MB, whatever the file', () => {
  expect(megabytes(50_541_363)).toBe('48.2 MB')
  expect(megabytes(5 * 1024 ** 3)).toBe('5,120 MB')
  expect(megabytes(250_000)).toBe('0.24 MB')
  expect(megabytes(12)).toBe('0.01 MB')
})
