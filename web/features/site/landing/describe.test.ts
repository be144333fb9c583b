import { expect, test } from 'vitest'
import { chosenRow, insideOf, sampleSecondsOf, textTeaserOf } from './describe.ts'

const song = new File(['the bytes'], 'night-ferry.wav')
const archive = new File(['the bytes'], 'presets.zip')

test('a page says of a recording what its tip page will say', () => {
  const inside = insideOf({ files: [song] }, { plays: 'audio', seconds: 1860 })

  expect(inside).toEqual(['A recording, 31 min. Yours to download.', 'WAV, 9 Bytes'])
})

test('of several files it says what they are, and how they are kept', () => {
  expect(insideOf({ files: [song, archive] }, {})).toEqual([
    expect.stringContaining('night-ferry'),
    expect.stringContaining('presets'),
    'Yours to keep: download one by one or all at once, right after you pay.',
  ])
})

test.each([
  [song, { plays: 'audio' as const, seconds: 252 }, '4:12, 9 Bytes. On this device until you publish.'],
  [archive, {}, '9 Bytes. Ready to sell. On this device until you publish.'],
  // While it is read.
  [archive, undefined, '9 Bytes. On this device until you publish.'],
])('the row of %o says what was read of it', (file, read, note) => {
  expect(chosenRow({ files: [file] }, read)).toEqual({ name: file.name, note })
})

test.each([
  [{ plays: 'audio' as const, seconds: 1860 }, 30],
  [{ plays: 'video' as const, seconds: 45 }, 15],
  [{ plays: 'audio' as const, seconds: 20 }, null],
  [{ seconds: 1860 }, null],
])('of %o the page gives %s seconds', (read, seconds) => {
  expect(sampleSecondsOf(read)).toBe(seconds)
})

test('a long text is named by its first line, and gives its first words', () => {
  const long = { text: `# On fog\n\n${'Fog is a cloud that stays. '.repeat(30)}` }

  expect(chosenRow(long, {})).toEqual({
    name: 'On fog',
    note: '1 min to read. On this device until you publish.',
  })
  expect(textTeaserOf(long)).toEqual({ words: 50, text: expect.stringMatching(/^# On fog\n\nFog is/) })
  expect(textTeaserOf({ text: 'A short one' })).toBeNull()
})
