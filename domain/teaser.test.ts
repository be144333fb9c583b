import { expect, test } from 'vitest'
import { parseTeaserChoice, sampleKindOf, teaserText } from './teaser.ts'

const none = { teaserWords: '', teaserSeconds: '', teaserStartSecond: '', teaserPages: '' }

test('teaserText has at most the chosen words and at most half of the text', () => {
  expect(teaserText('one two three four five six', 2)).toBe('one two')
  expect(teaserText('one two three four five six', 100)).toBe('one two three')
  expect(teaserText('one', 100)).toBe('')
})

test.each([
  [{ ...none, kind: 'text', teaserWords: '100' }, { words: 100 }],
  [{ ...none, kind: 'text', teaserWords: '9999' }, { words: 500 }],
  [{ ...none, kind: 'text', teaserSeconds: '30' }, null],
  [
    { ...none, kind: 'file', teaserSeconds: '30', teaserStartSecond: '12' },
    { seconds: 30, startSecond: 12 },
  ],
  [
    { ...none, kind: 'file', teaserSeconds: '300' },
    { seconds: 30, startSecond: 0 },
  ],
  [{ ...none, kind: 'file', teaserPages: '2' }, { pages: 2 }],
  [{ ...none, kind: 'file', teaserPages: '40' }, { pages: 3 }],
  [{ ...none, kind: 'text', teaserPages: '2' }, null],
  [{ ...none, kind: 'link', teaserSeconds: '30' }, null],
])('the teaser fields %j are parsed as %j', (fields, choice) => {
  expect(parseTeaserChoice(fields)).toEqual(choice)
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
