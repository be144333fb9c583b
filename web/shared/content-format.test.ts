import { expect, test } from 'vitest'
import { formatMegabytes, truncateMiddle } from './content-format.ts'

test('formatMegabytes always uses MB', () => {
  expect(formatMegabytes(50_541_363)).toBe('48.2 MB')
  expect(formatMegabytes(5 * 1024 ** 3)).toBe('5,120 MB')
  expect(formatMegabytes(250_000)).toBe('0.24 MB')
  expect(formatMegabytes(12)).toBe('0.01 MB')
})

test.each([
  ['presets.zip', 'presets.zip'],
  [`${'n'.repeat(44)}.zip`, `${'n'.repeat(44)}.zip`],
  [`${'n'.repeat(251)}.zip`, `${'n'.repeat(30)}…${'n'.repeat(10)}.zip`],
  ['🎉'.repeat(60), `${'🎉'.repeat(30)}…${'🎉'.repeat(14)}`],
])('truncateMiddle shortens %.30s and keeps its beginning and extension', (name, shown) => {
  expect(truncateMiddle(name)).toBe(shown)
})
