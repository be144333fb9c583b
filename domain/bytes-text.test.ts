import { expect, test } from 'vitest'
import { countOf, formatBytes } from './format.ts'

test.each([
  [0, '0 Bytes'],
  [512, '512 Bytes'],
  [1024, '1 KB'],
  [50_541_363, '48.2 MB'],
  [5 * 1024 ** 3, '5 GB'],
  [1024 ** 2 - 1, '1 MB'],
  [3_000 * 1024 ** 3, '3,000 GB'],
])('%d bytes are formatted as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test.each([
  [0, '0 files'],
  [1, '1 file'],
  [2, '2 files'],
  [1_204, '1,204 files'],
])('%d of a noun is written as %s', (count, text) => {
  expect(countOf(count, 'file')).toBe(text)
})
