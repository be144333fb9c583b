import { expect, test } from 'vitest'
import { limits } from '../../../../../../contract/limits.ts'
import {
  type AddedFile,
  readDropped,
  sameFile,
  selectedFiles,
  sortAddedFiles,
  toPart,
  unfinishedPart,
} from './added-files.ts'
import { changePart, type PartList } from './entries.ts'

const added = (name: string, bytes = 3, section = ''): AddedFile => ({
  file: new File(['x'.repeat(bytes)], name, { lastModified: 1 }),
  section,
})
const list = (...names: Array<string>): PartList => names.map((name) => toPart({ name, size: 3 }, name))
const names = (files: Array<AddedFile>) => files.map(({ file }) => file.name)
const storage = { maxBytes: 5, availableBytes: 100 }

test('files that fit are added though others are too large or empty', () => {
  const sorted = sortAddedFiles(
    list('a.wav'),
    [added('b.wav'), added('c.wav', 6), added('d.wav', 0)],
    storage,
  )

  expect(names(sorted.accepted)).toEqual(['b.wav'])
  expect(sorted.problems).toEqual([
    '“c.wav”: This file is 6 Bytes. Maximum file size is 5 Bytes.',
    '“d.wav” is empty. Choose another file.',
  ])
})

test('an item has at most a hundred parts', () => {
  const almost = list(...Array.from({ length: limits.maxParts - 2 }, (_, index) => `${index}.wav`))
  const three = [added('x.wav'), added('y.wav'), added('z.wav')]

  const sorted = sortAddedFiles(almost, three, storage)

  expect(names(sorted.accepted)).toEqual(['x.wav', 'y.wav'])
  expect(sorted.problems).toEqual(['An item has up to 100 parts. 1 file was not added.'])
  const full = [...almost, ...list('x.wav', 'y.wav')]
  expect(sortAddedFiles(full, [added('z.wav')], storage)).toMatchObject({
    accepted: [],
    problems: ['You already have 100 parts.'],
  })
  const withRoom = changePart(full, 'x.wav', { isRemoved: true })
  expect(names(sortAddedFiles(withRoom, [added('z.wav')], storage).accepted)).toEqual(['z.wav'])
})

test('without storage for all, the files that fit are kept', () => {
  const files = [added('a.wav', 4), added('b.wav', 4), added('c.wav', 2)]

  const sorted = sortAddedFiles([], files, { maxBytes: 5, availableBytes: 7 })

  expect(names(sorted.accepted)).toEqual(['a.wav', 'c.wav'])
  expect(sorted.problems).toEqual([
    'Not enough storage: 10 Bytes needed, 7 Bytes free. Files that fit were kept.',
  ])
  expect(sortAddedFiles([], files, { maxBytes: 5, availableBytes: 0 }).problems).toEqual([
    'Not enough storage: 10 Bytes needed, 0 Bytes free.',
  ])
  expect(sortAddedFiles([], files, { maxBytes: 5, availableBytes: undefined }).problems).toEqual([])
})

test('a file with the name of one in its section is asked about, in another section it is not', () => {
  const withSection = [...list('Booklet.pdf'), { type: 'section' as const, key: 's', name: 'Extras' }]
  const files = [added('Booklet.pdf'), added('Booklet.pdf', 3, 'Extras'), added('booklet.txt')]

  const sorted = sortAddedFiles(withSection, files, storage)

  expect(sorted.duplicates).toEqual([files[0]])
  expect(sorted.accepted).toEqual(files.slice(1))
  expect(sameFile(withSection, added('Booklet.pdf'))?.key).toBe('Booklet.pdf')
})

test('a file of an earlier visit is recognized when it is selected again', () => {
  const unfinished = { name: 'a.wav', size: 3, lastModified: 1, loaded: 2, uploadId: 'u1' }
  const restored = changePart(list('a.wav', 'b.wav'), 'a.wav', { unfinished, queueKey: undefined })

  expect(unfinishedPart(restored, added('a.wav').file)?.key).toBe('a.wav')
  expect(unfinishedPart(restored, added('a.wav', 2).file)).toBeUndefined()
  expect(unfinishedPart(restored, added('b.wav').file)).toBeUndefined()
})

test('selected files are in the order of their names, with numbers as numbers', () => {
  const files = ['10 Salt.wav', '2 Tide.wav', '1 Dusk.wav'].map((name) => added(name).file)

  expect(names(selectedFiles(files))).toEqual(['1 Dusk.wav', '2 Tide.wav', '10 Salt.wav'])
})

test('the files of a dropped folder are in a section with its name, without those of the system', async () => {
  const dropped = [
    folder('Salt Roads', [
      folder('Out', [leaf('2 Bora.wav'), leaf('1 Dusk.wav'), leaf('.DS_Store')]),
      leaf('Booklet.pdf'),
      leaf('Thumbs.db'),
    ]),
    leaf('film.mp4'),
  ]

  const files = await readDropped(dropped)

  expect(files.map(({ file, section }) => `${section}/${file.name}`)).toEqual([
    ...['/film.mp4', 'Salt Roads/Booklet.pdf', 'Out/1 Dusk.wav', 'Out/2 Bora.wav'],
  ])
})

/** What a browser passes for a dropped file or folder. Its folders return their entries in batches. */
function leaf(name: string) {
  const entry = {
    name,
    isFile: true,
    isDirectory: false,
    file: (use: (file: File) => void) => use(added(name).file),
  }
  return entry as unknown as FileSystemEntry
}

function folder(name: string, children: Array<FileSystemEntry>) {
  const createReader = () => {
    const batches = [children.slice(0, 2), children.slice(2), []]
    return { readEntries: (use: (entries: Array<FileSystemEntry>) => void) => use(batches.shift() ?? []) }
  }
  return { name, isFile: false, isDirectory: true, createReader } as unknown as FileSystemEntry
}
