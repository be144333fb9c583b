import { expect, test } from 'vitest'
import type { PublicPart } from '../../contract/parts.ts'
import { contentsText, countsText } from './contents-text.ts'
import {
  accessSummary,
  groupText,
  keepText,
  partLabel,
  partType,
  waysText,
  whatYouGet,
} from './parts-text.ts'

const mebibyte = 1024 ** 2
const track = (name: string, more: Partial<PublicPart> = {}): PublicPart => ({
  kind: 'file',
  name,
  section: '',
  access: 'stream',
  size: 2 * mebibyte,
  seconds: null,
  isPreviewed: false,
  ...more,
})
const link: PublicPart = { ...track('The film'), kind: 'link', access: 'link', size: null }
const text: PublicPart = { ...track('Chords'), kind: 'text', access: 'view', size: null }

test.each([
  [{ file: 12, link: 0, text: 0 }, '12 files'],
  [{ file: 3, link: 0, text: 1 }, '3 files and a text'],
  [{ file: 1, link: 1, text: 2 }, 'a file, a link and 2 texts'],
  [{ file: 0, link: 2, text: 0 }, '2 links'],
])('%j are %s', (counts, sentence) => {
  expect(countsText(counts)).toBe(sentence)
})

test('a line about contents ends with the size of the files, and there is none about one part', () => {
  expect(contentsText({ partCounts: { file: 1, link: 0, text: 1 }, totalSize: 3 * mebibyte })).toBe(
    'a file and a text, 3 MB',
  )
  expect(contentsText({ partCounts: { file: 0, link: 2, text: 0 }, totalSize: 0 })).toBe('2 links')
  expect(contentsText({ partCounts: { file: 1, link: 0, text: 0 }, totalSize: 5 })).toBeUndefined()
})

test('a line of the summary names one part, and counts several', () => {
  expect(groupText({ noun: 'PDF', parts: [track('Booklet.pdf')] })).toEqual({
    title: 'Booklet',
    detail: 'PDF, 2 MB',
  })
  expect(groupText({ noun: 'track', parts: [track('a.wav'), track('b.flac')] })).toEqual({
    title: '2 tracks',
    detail: 'WAV and FLAC, 4 MB',
  })
  expect(groupText({ noun: 'link', parts: [link] })).toEqual({ title: 'The film', detail: 'A private link' })
  expect(groupText({ noun: 'link', parts: [link, link] })).toEqual({
    title: '2 links',
    detail: 'Private links',
  })
  expect(groupText({ noun: 'text', parts: [{ ...text, name: '' }] })).toEqual({ title: 'A text', detail: '' })
  expect(groupText({ noun: 'rest', parts: [track('d.pdf'), link, text] })).toEqual({
    title: '3 more parts',
    detail: 'a file, a link and a text',
  })
})

test('many types of one kind are not named', () => {
  const parts = ['a.wav', 'b.flac', 'c.mp3', 'd.ogg'].map((name) => track(name))

  expect(groupText({ noun: 'track', parts })).toEqual({ title: '4 tracks', detail: '8 MB' })
})

test('a part without a name says what it is, once', () => {
  expect([partLabel({ ...link, name: '' }), partType({ ...link, name: '' })]).toEqual(['A private link', ''])
  expect([partLabel(link), partType(link)]).toEqual(['The film', 'Link'])
  expect([partLabel(track('a.wav')), partType(track('a.wav'))]).toEqual(['a', 'WAV'])
  expect([partLabel(track('LICENSE')), partType(track('LICENSE'))]).toEqual(['LICENSE', ''])
})

test('how several parts are delivered, in words', () => {
  expect(waysText([track('a.mp3'), text])).toBe('Play and download')
  expect(waysText([link, link, text])).toBe('2 links and a text')
  expect(keepText([track('a.mp3'), track('b.mp3')])).toBe(
    'Yours to keep: play it in the browser, or download one by one or all at once.',
  )
  expect(keepText([track('a.zip'), track('b.zip')])).toBe(
    'Yours to keep: download one by one or all at once, right after you pay.',
  )
  expect(keepText([track('a.zip'), text])).toBe('Yours to keep: download it, right after you pay.')
  expect(keepText([link, text])).toBe('Yours to keep: open it right after you pay.')
})

test('accessSummary isolates a right-to-left file name, so that the size stays after it', () => {
  const song = { ...track('harbour.mp3'), size: 12 }

  expect(accessSummary({ ...song, name: 'أغنية.mp3' })).toBe(
    'Play and download · \u2068أغنية.mp3\u2069 · 0.01 MB',
  )
  expect(accessSummary(song)).toBe('Play and download · harbour.mp3 · 0.01 MB')
  expect(accessSummary({ ...song, access: 'download' })).toBe('Download · harbour.mp3 · 0.01 MB')
  expect([accessSummary(link), accessSummary(text)]).toEqual(['Private link', 'Text to read here'])
})

test.each([
  ['Set.zip', 'download', null, 'An archive. Yours to download.'],
  ['harbour.mp3', 'stream', 1_860, 'A recording, 31 min. Play it here or download it.'],
  ['harbour.mp3', 'download', 1_860, 'A recording, 31 min. Yours to download.'],
  ['film.mp4', 'view', 1_080, 'A video, 18 min. Watch it here or download it.'],
  ['film.mkv', 'view', null, 'A video. Yours to download.'],
  ['Sonate.pdf', 'view', null, 'A PDF. Read it here or download it.'],
  ['dusk.png', 'view', null, 'An image. See it here or download it.'],
  ['Sonate Nr. 2', 'stream', null, 'A file. Yours to download.'],
] as const)('%s with access %s is described', (name, access, seconds, sentence) => {
  const { title, use } = whatYouGet({ ...track(name), access, seconds })
  expect(`${title}. ${use}`).toBe(sentence)
})

test('a link and a text say when they can be opened', () => {
  expect(whatYouGet(link)).toEqual({ title: 'A private link', use: 'Open it right after you pay.' })
  expect(whatYouGet(text)).toEqual({
    title: 'A text',
    use: 'Read it in your browser right after you pay.',
  })
})
