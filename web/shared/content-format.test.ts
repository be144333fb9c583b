import { expect, test } from 'vitest'
import { accessSummary, formatMegabytes, truncateMiddle, whatYouGet } from './content-format.ts'

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

test('accessSummary isolates a right-to-left file name, so that the size stays after it', () => {
  expect(accessSummary({ ...song, fileName: 'أغنية.mp3' })).toBe('Stream · \u2068أغنية.mp3\u2069 · 0.01 MB')
  expect(accessSummary(song)).toBe('Stream · harbour.mp3 · 0.01 MB')
})

test('whatYouGet names the type of the file and how it is opened', () => {
  expect(whatYouGet({ ...song, fileName: 'Set.zip', accessType: 'download' })).toBe(
    'One ZIP file to download right after you pay.',
  )
  expect(whatYouGet(song)).toBe('One MP3 file to play in your browser right after you pay.')
  expect(whatYouGet({ ...song, fileName: 'Sonate.pdf', accessType: 'view' })).toBe(
    'One PDF file to view in your browser right after you pay.',
  )
  for (const [fileName, file] of [
    ['film.mkv', 'MKV file'],
    ['Sonate Nr. 2', 'file'],
  ] as const)
    for (const accessType of ['view', 'stream'] as const)
      expect(whatYouGet({ ...song, fileName, accessType })).toBe(
        `One ${file} to download right after you pay.`,
      )
  expect(whatYouGet({ ...song, kind: 'link' })).toBe('A private link to open right after you pay.')
})

const song: Parameters<typeof accessSummary>[0] = {
  kind: 'file',
  accessType: 'stream',
  fileName: 'harbour.mp3',
  fileSize: 12,
}
