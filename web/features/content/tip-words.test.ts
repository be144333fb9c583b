import { expect, test } from 'vitest'
import { accessText, megabytes, shortName } from './tip-words.ts'

test('sizes are in MB, whatever the file', () => {
  expect(megabytes(50_541_363)).toBe('48.2 MB')
  expect(megabytes(5 * 1024 ** 3)).toBe('5,120 MB')
  expect(megabytes(250_000)).toBe('0.24 MB')
  expect(megabytes(12)).toBe('0.01 MB')
})

test.each([
  ['presets.zip', 'presets.zip'],
  [`${'n'.repeat(44)}.zip`, `${'n'.repeat(44)}.zip`],
  [`${'n'.repeat(251)}.zip`, `${'n'.repeat(30)}…${'n'.repeat(10)}.zip`],
  ['🎉'.repeat(60), `${'🎉'.repeat(30)}…${'🎉'.repeat(14)}`],
])('the name %.30s is shown as long as it says something', (name, shown) => {
  expect(shortName(name)).toBe(shown)
})

test('the size stays behind a name that runs from right to left', () => {
  expect(accessText({ ...song, fileName: 'أغنية.mp3' })).toBe('Stream · \u2068أغنية.mp3\u2069 · 0.01 MB')
  expect(accessText(song)).toBe('Stream · harbour.mp3 · 0.01 MB')
})

const song: Parameters<typeof accessText>[0] = {
  kind: 'file',
  accessType: 'stream',
  fileName: 'harbour.mp3',
  fileSize: 12,
}
