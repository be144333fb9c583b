import { expect, test } from 'vitest'
import { itemSummary } from './item-summary.ts'

const file = (name: string, size: number, seconds: number | null = null) => ({
  kind: 'file' as const,
  name,
  size,
  seconds,
  text: null,
})
const text = (length: number) => ({
  kind: 'text' as const,
  name: '',
  size: null,
  seconds: null,
  text: 'word '.repeat(length),
})
const link = { kind: 'link' as const, name: 'The session', size: null, seconds: null, text: null }

test.each<[of: string, parts: Parameters<typeof itemSummary>[0], summary: string]>([
  ['one recording', [file('ferry.wav', 9_000_000, 1_860)], 'Recording, 31 min'],
  ['several', [file('a.mp3', 10, 252), file('b.mp3', 10, 400)], '2 tracks, 11 min'],
  ['a recording that is not measured', [file('ferry.wav', 5_242_880)], 'Recording, 5 MB'],
  ['a video', [file('frost.mp4', 10, 1_080)], 'Video, 18 min'],
  ['a text', [text(4_600)], 'Text, 20 min'],
  ['a PDF', [file('light.pdf', 4_194_304)], 'PDF, 4 MB'],
  ['an archive', [file('presets.zip', 50_331_648)], 'ZIP, 48 MB'],
  ['a file without type', [file('README', 1_024)], 'File, 1 KB'],
  ['a link', [link], 'Private link'],
  ['parts of several kinds', [file('a.mp3', 1_048_576, 10), link, text(5)], '3 parts, 1 MB'],
  ['links alone', [link, link], '2 private links'],
  ['nothing', [], ''],
])('an item of %s is summed up', (_name, parts, summary) => {
  expect(itemSummary(parts, null)).toBe(summary)
})

test('a bundle is summed up by its items', () => {
  expect(itemSummary([], 7)).toBe('7 items')
})
