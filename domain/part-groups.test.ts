import { expect, test } from 'vitest'
import type { PublicPart } from '../contract/parts.ts'
import { countParts, totalCount, totalSizeOf } from './part-counts.ts'
import { fileTypeOf, groupParts, partNoun, partTitle, sectionsOf, waysToGet } from './part-groups.ts'

const file = (name: string, more: Partial<PublicPart> = {}): PublicPart => ({
  kind: 'file',
  name,
  section: '',
  access: 'download',
  size: 10,
  seconds: null,
  isPreviewed: false,
  ...more,
})
const link: PublicPart = { ...file('The film'), kind: 'link', access: 'link', size: null }
const text: PublicPart = { ...file('Chords'), kind: 'text', access: 'view', size: null }

test.each([
  ['Breakwater.WAV', 'track'],
  ['Breakwater.aiff', 'track'],
  ['Film.mp4', 'video'],
  ['Film.mkv', 'video'],
  ['Harbor.tiff', 'image'],
  ['Harbor.webp', 'image'],
  ['Booklet.pdf', 'PDF'],
  ['Novel.epub', 'document'],
  ['Stems.zip', 'archive'],
  ['Patch.als', 'file'],
  ['LICENSE', 'file'],
  ['.pdf', 'PDF'],
])('buyers call %s a %s', (name, noun) => {
  expect(partNoun(file(name))).toBe(noun)
})

test('a link named like a file is a link, and a text is a text', () => {
  expect(partNoun({ ...link, name: 'film.mp4' })).toBe('link')
  expect(partNoun({ ...text, name: 'chords.pdf' })).toBe('text')
})

test('parts of one kind become one line, in the order of their first ones', () => {
  const groups = groupParts([file('a.wav'), file('Booklet.pdf'), file('b.mp3'), link, text])

  expect(groups.map(({ noun, parts }) => [noun, parts.length])).toEqual([
    ['track', 2],
    ['PDF', 1],
    ['link', 1],
    ['text', 1],
  ])
})

test('there are at most four lines, the last of which stands for all others', () => {
  const groups = groupParts([file('a.wav'), file('b.mp4'), file('c.png'), file('d.pdf'), link, text, text])

  expect(groups.map(({ noun, parts }) => [noun, parts.length])).toEqual([
    ['track', 1],
    ['video', 1],
    ['image', 1],
    ['rest', 4],
  ])
  expect(groupParts([])).toEqual([])
})

test('a section ends where the next one begins', () => {
  const [a, b, c] = [file('a', { section: 'Out' }), file('b', { section: 'Out' }), file('c')]

  expect(sectionsOf([c, a, b, c])).toEqual([
    { section: '', parts: [c] },
    { section: 'Out', parts: [a, b] },
    { section: '', parts: [c] },
  ])
})

test('everyone sees the name of a file without its extension, and other names whole', () => {
  expect(partTitle(file('Salt roads.wav'))).toBe('Salt roads')
  expect(partTitle(file('LICENSE'))).toBe('LICENSE')
  expect(partTitle(file('.pdf'))).toBe('.pdf')
  expect(partTitle({ ...link, name: 'film.mp4' })).toBe('film.mp4')
  expect([fileTypeOf(file('a.Wav')), fileTypeOf(file('LICENSE')), fileTypeOf(link)]).toEqual(['WAV', '', ''])
})

test('parts are played or viewed only where a browser can, and downloaded where one is a file', () => {
  const song = file('a.mp3', { access: 'stream' })

  expect(waysToGet([song, file('b.pdf', { access: 'view' }), text])).toEqual(['play', 'view', 'download'])
  expect(waysToGet([song, file('b.pdf')])).toEqual(['play', 'download'])
  expect(waysToGet([file('a.aiff', { access: 'stream' }), link])).toEqual(['download'])
  expect(waysToGet([link, text])).toEqual([])
})

test('parts are counted by kind, with the bytes of their files', () => {
  const parts = [file('a.mp3'), file('b.mp3', { size: 5 }), text, file('c.mp3', { size: null })]
  const counts = countParts(parts)

  expect(counts).toEqual({ file: 3, link: 0, text: 1 })
  expect([totalCount(counts), totalSizeOf(parts)]).toEqual([4, 15])
})
