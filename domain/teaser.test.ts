import { expect, test } from 'vitest'
import { parseTeaserChoice, sampleKindOf, teaserText } from './teaser.ts'

const none = { teaserWords: '', teaserSeconds: '', teaserStartSecond: '', teaserPages: '' }

test('teaserText has at most the chosen words and at most half of the text', () => {
  expect(teaserText('one two three four five six', 2)).toBe('one two')
  expect(teaserText('one two three four five six', 100)).toBe('one two three')
  expect(teaserText('one', 100)).toBe('')
})

const japanese = '吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。'

test('teaserText counts the words of scripts without spaces', () => {
  const paragraph = japanese.repeat(20)
  const paragraphs = Array.from({ length: 10 }, () => paragraph).join('\n\n')

  expect(teaserText(`${japanese.repeat(60)}\nおわり`, 50).length).toBeLessThan(130)
  expect(teaserText(paragraphs, 50)).toBe(teaserText(paragraph, 50))
  expect(teaserText('ภาษาไทยเป็นภาษาที่มีระดับเสียง'.repeat(50), 10).length).toBeLessThan(80)
})

test.each([
  ['a few short words and then', 'x'.repeat(1_000)],
  ['x'.repeat(1_000), ' and a few short words after it'],
  [japanese, '\nおわり'],
  ['👨‍👩‍👧‍👦'.repeat(50), '🎸'],
  ['>\n\n'.repeat(50), 'a b c'],
])('teaserText of %s and %s is at most half of it', (start, end) => {
  const text = `${start} ${end}`

  expect(teaserText(text, 500).length).toBeLessThanOrEqual(text.length / 2)
  expect(text.startsWith(teaserText(text, 500))).toBe(true)
})

test('teaserText keeps line breaks', () => {
  expect(teaserText('One two\n\nthree. Four five six seven eight', 3)).toBe('One two\n\nthree.')
  expect(teaserText('One two three four', 0)).toBe('')
})

test.each([
  [{ ...none, kind: 'text' as const, teaserWords: '100' }, { words: 100 }],
  [{ ...none, kind: 'text' as const, teaserWords: '9999' }, { words: 500 }],
  [{ ...none, kind: 'text' as const, teaserSeconds: '30' }, null],
  [
    { ...none, kind: 'file' as const, teaserSeconds: '30', teaserStartSecond: '12' },
    { seconds: 30, startSecond: 12 },
  ],
  [
    { ...none, kind: 'file' as const, teaserSeconds: '300' },
    { seconds: 30, startSecond: 0 },
  ],
  [{ ...none, kind: 'file' as const, teaserPages: '2' }, { pages: 2 }],
  [{ ...none, kind: 'file' as const, teaserPages: '40' }, { pages: 3 }],
  [{ ...none, kind: 'text' as const, teaserPages: '2' }, null],
  [{ ...none, kind: 'link' as const, teaserSeconds: '30' }, null],
])('the teaser fields %j are parsed as %j', ({ kind, ...fields }, choice) => {
  expect(parseTeaserChoice(fields, [kind])).toEqual(choice)
})

test.each([
  ['Film.MP4', 'recording'],
  ['song.flac', 'recording'],
  ['voice.m4a', 'recording'],
  ['book.pdf', 'pages'],
  ['presets.zip', undefined],
  ['no-ending', undefined],
])('the sample of %s is of the kind %s', (name, kind) => {
  expect(sampleKindOf(name)).toBe(kind)
})

test('a cut leaves no mark that its rest would have closed', () => {
  const text = 'One two [three four](https://mara.example/five) six seven eight nine ten'

  expect(teaserText(text, 3)).toBe('One two three')
  expect(teaserText(`**One two** three ${text}`, 2)).toBe('**One two**')
  expect(teaserText(`One **two three four** ${text}`, 2)).toBe('One two')
})
