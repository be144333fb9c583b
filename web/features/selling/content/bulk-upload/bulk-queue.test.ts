import { beforeEach, expect, test, vi } from 'vitest'
import { titleFromFileName } from '../../../../shared/title-from-file-name.ts'
import { nextToStart } from '../upload-queue.ts'
import { type BulkFile, fileKey, partitionFiles, toBulkFile, toUnfinishedFiles } from './bulk-queue.ts'
import { clearBulkDraft, loadBulkDraft, saveBulkDraft } from './bulk-upload-form.tsx'

const store = new Map<string, string>()

beforeEach(() => {
  store.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
    removeItem: (key: string) => store.delete(key),
  })
})

const file = (name: string, bytes = 'abc') => new File([bytes], name, { lastModified: 1 })
const rows = (...states: Array<BulkFile['state']>): Array<BulkFile> =>
  states.map((state, index) => ({ ...toBulkFile(file(`${index}.wav`)), state }))
const names = (bulkFiles: Array<BulkFile>) => bulkFiles.map(({ name }) => name)

test.each([
  ['harbour_loops-02.wav', 'Harbour loops 02'],
  ['Session 2026-03-01.flac', 'Session 2026-03-01'],
  ['dusk.tar.gz', 'Dusk.tar'],
  ['.env', '.env'],
  [`${'d'.repeat(199)}🎸.mp3`, `D${'d'.repeat(198)}`],
  ['👨‍👩‍👧‍👦_trip.jpg', '👨‍👩‍👧‍👦 trip'],
  ['___.png', '___.png'],
  ['Über  den--Wolken.mp3', 'Über den Wolken'],
])('the suggested title of the file %s is %s', (name, title) => {
  expect(titleFromFileName(name)).toBe(title)
})

test('two files upload at once, and the next starts when one is done', () => {
  expect(names(nextToStart(rows('waiting', 'waiting', 'waiting')))).toEqual(['0.wav', '1.wav'])
  expect(names(nextToStart(rows('sending', 'waiting', 'waiting')))).toEqual(['1.wav'])
  expect(nextToStart(rows('saving', 'reconnecting', 'waiting'))).toEqual([])
  expect(names(nextToStart(rows('paused', 'done', 'failed', 'ready', 'waiting')))).toEqual(['4.wav'])
})

test('duplicate, empty and too large files are left out', () => {
  const existingRows = rows('ready')

  const { accepted, tooLarge, empty } = partitionFiles(
    existingRows,
    [file('0.wav'), file('new.wav'), file('new.wav'), file('empty.wav', ''), file('large.wav', 'too large')],
    { maxBytes: 5 },
  )

  expect(accepted.map(({ name }) => name)).toEqual(['new.wav'])
  expect(tooLarge.map(({ name }) => name)).toEqual(['large.wav'])
  expect(empty.map(({ name }) => name)).toEqual(['empty.wav'])
})

test('at most fifty files are accepted, not counting published ones', () => {
  const chosen = Array.from({ length: 60 }, (_, index) => file(`new ${index}.wav`))

  expect(partitionFiles([], chosen, { maxBytes: 5 })).toMatchObject({ tooMany: 10 })
  expect(partitionFiles(rows('done', 'done', 'ready'), chosen, { maxBytes: 5 })).toMatchObject({
    tooMany: 11,
  })
})

test('an unfinished file keeps its title, bytes and item when it is selected again', () => {
  const [started, published] = [file('begun.wav'), file('made.wav')]
  const unfinishedRows = [
    { ...toBulkFile(started), title: 'Dusk', loaded: 2, uploadId: 'u1' },
    {
      ...toBulkFile(published),
      loaded: 3,
      uploadId: 'u2',
      content: { id: 7, tipAddress: '/p/7', status: 'published' as const },
    },
  ]
  saveBulkDraft(1, { typed: { price: '5' }, files: toUnfinishedFiles(unfinishedRows, []) })

  const { typed, files } = loadBulkDraft(1)
  const reselect = (selected: File) =>
    toBulkFile(
      selected,
      files.find((unfinished) => fileKey(unfinished) === fileKey(selected)),
    )

  expect(typed).toEqual({ price: '5' })
  expect(reselect(started)).toMatchObject({ state: 'ready', title: 'Dusk', loaded: 2, uploadId: 'u1' })
  expect(reselect(published)).toMatchObject({ state: 'done', content: { id: 7 } })
  expect(reselect(file('other.wav'))).toMatchObject({ state: 'ready', title: 'Other', loaded: 0 })
})

test('a draft of another user, of finished files or with invalid data is not loaded', () => {
  saveBulkDraft(1, { typed: {}, files: toUnfinishedFiles(rows('ready'), []) })
  expect(loadBulkDraft(2).files).toEqual([])
  expect(
    toUnfinishedFiles(
      [{ ...toBulkFile(file('a.wav')), content: { id: 1, tipAddress: '/p/1', status: 'draft' } }],
      [],
    ),
  ).toEqual([])

  store.set('upload-many', '{"userId":1,"files":[{"name":"a"},null,7]}')
  expect(loadBulkDraft(1)).toEqual({ typed: {}, files: [] })
  store.set('upload-many', 'no JSON')
  expect(loadBulkDraft(1)).toEqual({ typed: {}, files: [] })

  clearBulkDraft()
  expect(store.size).toBe(0)
})

test('files larger than the remaining storage are left out, and smaller ones after them are accepted', () => {
  const picked = [file('a.wav', 'aaaa'), file('b.wav', 'bbbbbb'), file('c.wav', 'cc')]

  const { accepted, overQuota } = partitionFiles(rows('ready'), picked, { maxBytes: 100, availableBytes: 9 })

  expect(accepted.map(({ name }) => name)).toEqual(['a.wav', 'c.wav'])
  expect(overQuota.map(({ name }) => name)).toEqual(['b.wav'])
})
