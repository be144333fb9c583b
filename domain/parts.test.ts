import { expect, test } from 'vitest'
import { PartInput } from '../contract/parts.ts'
import { accessOf } from './part-kinds.ts'
import {
  firstBoughtFields,
  firstPartFields,
  lacksFile,
  partDraft,
  partName,
  partsProblems,
  visibleParts,
} from './parts.ts'

const typed = (fields: object) => partDraft(PartInput.parse(fields))
const text = (name = '', section = '') => typed({ kind: 'text', text: 'Salt', name, section })

test('a purchase gets what was there when it was paid, and what was added since', () => {
  const kept = { id: 1, removedAt: null }
  const removed = { id: 2, removedAt: new Date('2026-03-02T12:00:00Z') }
  const idsAt = (paidAt?: string) =>
    visibleParts([kept, removed], paidAt === undefined ? undefined : new Date(paidAt)).map(({ id }) => id)

  expect(idsAt('2026-03-02T11:59:59Z')).toEqual([1, 2])
  expect(idsAt('2026-03-02T12:00:00Z')).toEqual([1])
  expect(idsAt()).toEqual([1])
})

test('a part keeps only what its kind has a use for', () => {
  const all = { uploadId: 'u', url: ' https://example.com ', text: 'Salt', access: 'stream' }

  expect(typed({ kind: 'file', ...all })).toMatchObject({
    uploadId: 'u',
    url: null,
    text: null,
    access: 'stream',
  })
  expect(typed({ kind: 'link', ...all })).toMatchObject({
    uploadId: '',
    url: 'https://example.com',
    access: 'link',
  })
  expect(typed({ kind: 'text', ...all })).toMatchObject({
    uploadId: '',
    url: null,
    text: 'Salt',
    access: 'view',
  })
})

test('an access type that a kind does not have is replaced by its first', () => {
  expect([accessOf('file', 'link'), accessOf('file', 'view'), accessOf('text', 'download')]).toEqual([
    'download',
    'view',
    'view',
  ])
})

test('names are unique within a section, and parts without a name are not compared', () => {
  expect(partsProblems([text(), text(), text('A'), text('A', 'Two')], 'published')).toEqual({})
  expect(partsProblems([text('A', 'Two'), text('A', 'Two')], 'published')).toEqual({
    parts: 'Two parts of a section can’t have the same name',
  })
})

test('an item has 1 to 100 parts', () => {
  const message = 'An item has 1 to 100 parts'
  const many = (count: number) =>
    partsProblems(
      Array.from({ length: count }, () => text()),
      'draft',
    ).parts

  expect([many(0), many(1), many(100), many(101)]).toEqual([message, undefined, undefined, message])
})

test('only a draft may have empty parts', () => {
  const empty = [typed({ kind: 'link' }), typed({ kind: 'file' })]

  expect(partsProblems(empty, 'draft')).toEqual({})
  expect(partsProblems(empty, 'published')).toEqual({ parts: 'Please enter a link' })
  expect([lacksFile(empty), lacksFile([typed({ kind: 'file', uploadId: 'u' })])]).toEqual([true, false])
})

test('a draft’s link is checked as soon as there is one', () => {
  expect(partsProblems([typed({ kind: 'link', url: 'ftp://example.com' })], 'draft')).toEqual({
    parts: 'Enter a link that starts with https:// or http://',
  })
})

test.each([
  ['', 'a.mp3', 'a.mp3'],
  ['Chapter 1', 'a.mp3', 'Chapter 1.mp3'],
  ['Chapter 1.MP3', 'a.mp3', 'Chapter 1.MP3'],
  ['AC/DC', 'a.mp3', 'AC-DC.mp3'],
  ['../../x', 'a', '.-..-x'],
  ['Notes', undefined, 'Notes'],
])('a part called "%s" with the file %s is "%s"', (name, fileName, shown) => {
  expect(partName({ name, file: fileName === undefined ? null : { name: fileName } })).toBe(shown)
})

test('the specified fields are those of the first part', () => {
  const file = { kind: 'file', name: 'a.mp3', section: '', access: 'stream', size: 5 } as const
  const link = { kind: 'link', name: '', section: '', access: 'link', size: null } as const
  const bought = { id: 1, position: 1 }
  const ofFile = { type: 'audio/mpeg', seconds: null, sha256: 'f', url: '/files/1', missingSince: null }

  expect(firstPartFields([file, link])).toEqual({
    kind: 'file',
    accessType: 'stream',
    fileName: 'a.mp3',
    fileSize: 5,
  })
  expect(firstPartFields([link, file])).toMatchObject({ kind: 'link', fileName: null, fileSize: null })
  expect(firstBoughtFields([{ ...file, ...bought, ...ofFile }])).toMatchObject({
    fileUrl: '/files/1',
    linkUrl: null,
  })
  expect(
    firstBoughtFields([
      { ...bought, kind: 'link', name: '', section: '', access: 'link', url: 'https://a.b' },
    ]),
  ).toMatchObject({ fileUrl: null, linkUrl: 'https://a.b', textContent: null })
})
