import { expect, test } from 'vitest'
import { partEntry } from '../../../../../../tests/support/part-entry.ts'
import type { QueuedFile, QueueState } from '../../upload-queue.ts'
import { inOrder } from '../../upload-queue.ts'
import { validateContent, validationToast } from '../content-schema.ts'
import { emptyValues, toListFields } from '../form-values.ts'
import { changesForBuyers } from './buyer-changes.tsx'
import type { PartEntry } from './entries.ts'
import { listOfFields, listOfStored } from './first-part.ts'
import { countUploaded, overallProgress } from './overall-progress.ts'

const part = (key: string, change: Partial<PartEntry> = {}) => partEntry(key, { queueKey: key, ...change })
const row = (key: string, state: QueueState, change: Partial<QueuedFile> = {}): QueuedFile => ({
  key,
  state,
  file: new File(['x'.repeat(10)], `${key}.wav`),
  name: `${key}.wav`,
  size: 10,
  lastModified: 1,
  loaded: state === 'done' ? 10 : 0,
  ...change,
})
const typed = { ...emptyValues, kind: 'link', status: 'published', title: 'Salt Roads', price: '12' }
const rules = { currency: 'USD', minPriceAmount: '0.01' }

test('a form with a list needs no file or link of its own, and says what its parts lack', () => {
  expect(validateContent(typed, rules)).toEqual({ linkUrl: 'Please enter a link' })
  expect(validateContent(typed, { ...rules, list: [part('a'), part('b')] })).toEqual({})
  expect(validateContent({ ...typed, title: '' }, { ...rules, list: [] })).toEqual({
    title: 'Enter a title',
    parts: 'An item needs at least one part.',
  })
  const stopped = { ...rules, list: [part('a')], stoppedName: 'a' }
  const errors = validateContent(typed, stopped)
  expect(errors).toEqual({ parts: '“a” has stopped. Try again, or remove it.' })
  expect(validationToast(typed, errors).description).toBe('“a” has stopped. Try again, or remove it.')
  expect(validateContent({ ...typed, status: 'draft' }, stopped)).toEqual({})
})

test('a list is sent with the free previews of all its kinds', () => {
  const fields = { ...typed, kind: 'file', teaserWords: '50', teaserSeconds: '15', teaserPages: '' }

  expect(toListFields(fields, '[]')).toMatchObject({ parts: '[]', teaserWords: '50', teaserSeconds: '15' })
})

test('the only part of a form becomes the first of a list', () => {
  const key = 'new'
  const of = (change: Record<string, string>) =>
    listOfFields({ typed: { ...typed, ...change }, row: undefined, key }).list

  expect(of({ kind: 'link', linkUrl: 'film.example.com/a' })).toMatchObject([
    { kind: 'link', name: 'film.example.com', url: 'https://film.example.com/a' },
  ])
  expect(of({ kind: 'text', textContent: 'Drop D' })).toMatchObject([{ kind: 'text', text: 'Drop D' }])
  expect([
    of({ kind: 'link', linkUrl: ' ' }),
    of({ kind: 'text', textContent: ' ' }),
    of({ kind: 'file' }),
  ]).toEqual([...[[], [], []]])
  const file = row('Breakwater', 'waiting')
  expect(listOfFields({ typed: { ...typed, kind: 'file' }, row: file, key })).toMatchObject({
    list: [{ kind: 'file', name: 'Breakwater', queueKey: 'Breakwater' }],
    // Its upload began when it was chosen.
    rows: [],
  })
})

test('the only part of a stored item takes along what the form changed of it', () => {
  const stored = [part('a', { id: 1, queueKey: undefined })]
  const link = [part('a', { id: 1, kind: 'link', name: '', url: 'https://a.example', file: undefined })]
  const changed = { ...typed, linkUrl: 'https://b.example' }

  expect(listOfStored(stored, { typed: { ...typed, kind: 'file' }, row: undefined }).list).toEqual(stored)
  expect(
    listOfStored(stored, { typed: { ...typed, kind: 'file' }, row: row('b', 'waiting') }).list,
  ).toMatchObject([{ id: 1, name: 'a', queueKey: 'b', replacedBytes: 10, file: { name: 'b.wav' } }])
  expect(listOfStored(link, { typed: changed, row: undefined }).list).toMatchObject([
    { id: 1, name: 'b.example', url: 'https://b.example' },
  ])
})

test('the progress of all files is their sum, and nothing when none is on its way', () => {
  const rows = [
    row('a', 'done'),
    row('b', 'sending', { loaded: 5, speed: 2 }),
    row('c', 'sending', { speed: 3 }),
    row('d', 'failed', { loaded: 4 }),
  ]

  expect(overallProgress(rows)).toEqual({ loaded: 19, total: 40, bytesPerSecond: 5, state: 'sending' })
  expect(countUploaded(rows)).toBe('1 of 4 files uploaded, 1 stopped')
  expect(overallProgress([row('a', 'done'), row('d', 'failed')])).toBeUndefined()
  expect(overallProgress([row('a', 'paused'), row('b', 'done')])?.state).toBe('paused')
  expect(overallProgress([row('a', 'reconnecting', { waitsFor: 'storage' })])).toMatchObject({
    state: 'waiting',
    waitsFor: 'storage',
  })
})

test('files start in the order of the list', () => {
  const rows = [row('a', 'waiting'), row('b', 'waiting'), row('c', 'waiting')]

  expect(inOrder(rows, ['c', 'a']).map(({ key }) => key)).toEqual(['c', 'a', 'b'])
})

test('buyers get what was added and replaced, and keep what was removed', () => {
  const stored = (key: string, id: number, change = {}) => part(key, { id, queueKey: undefined, ...change })
  const list = [
    part('new'),
    stored('same', 1),
    stored('replaced', 2, { queueKey: 'upload' }),
    stored('removed', 3, { isRemoved: true }),
    part('never there', { isRemoved: true }),
  ]

  const { added, replaced, removed } = changesForBuyers(list)

  expect([added, replaced, removed].map((parts) => parts.map(({ key }) => key))).toEqual([
    ...[['new'], ['replaced'], ['removed']],
  ])
})
