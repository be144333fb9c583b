import { describe, expect, test } from 'vitest'
import { type ContentPart, PartInputs } from '../../../../../../contract/parts.ts'
import type { PartEntry, PartList } from './entries.ts'
import { fromStored, isListChanged, nameFromFile, nameOf, partsProblem, toPartInputs } from './part-inputs.ts'
import { countParts, describePart, nounOf, removedNote, summarizeParts } from './part-labels.ts'
import { onStored, readSavedList, toSavedList } from './saved-list.ts'

const file = (key: string, name: string, change: Partial<PartEntry> = {}): PartEntry => ({
  type: 'part',
  key,
  kind: 'file',
  name: nameFromFile(name),
  url: '',
  text: '',
  file: { name, size: 1024 ** 2 },
  queueKey: key,
  ...change,
})
const link: PartEntry = {
  type: 'part',
  key: 'link',
  kind: 'link',
  name: 'The film',
  url: 'https://film.example.com/salt-roads/',
  text: '',
}
const text: PartEntry = {
  ...link,
  key: 'text',
  kind: 'text',
  name: 'Chords',
  url: '',
  text: 'Drop D, then G.',
}
const section = (name: string) => ({ type: 'section' as const, key: name, name })
const options = { uploads: new Map(), access: undefined, isForStored: false }
const inputs = (list: PartList, change: Partial<Parameters<typeof toPartInputs>[1]> = {}) =>
  toPartInputs(list, { ...options, ...change })

const storedParts: Array<ContentPart> = [
  {
    kind: 'file',
    id: 1,
    position: 1,
    name: 'Rain.wav',
    section: '',
    access: 'stream',
    size: 10,
    type: 'audio/wav',
    sha256: 'ab',
    url: null,
    seconds: null,
    missingSince: null,
  },
  {
    kind: 'link',
    id: 2,
    position: 2,
    name: 'The film',
    section: 'Extras',
    access: 'link',
    url: 'https://a.b',
  },
  { kind: 'text', id: 3, position: 3, name: 'Chords', section: 'Extras', access: 'view', text: 'D' },
]

describe('what is sent', () => {
  test('has the order, the sections and the uploads, and is what the contract takes', () => {
    const sent = inputs([file('a', 'Rain.wav'), section('Extras'), link, text], {
      uploads: new Map([['a', 'u1']]),
      access: 'stream',
    })

    expect(sent).toMatchObject([
      { kind: 'file', name: 'Rain', section: '', access: 'stream', uploadId: 'u1', url: '', text: '' },
      { kind: 'link', name: 'The film', section: 'Extras', access: 'link', uploadId: '', url: link.url },
      { kind: 'text', name: 'Chords', section: 'Extras', access: 'view', text: text.text },
    ])
    expect(PartInputs.parse(sent)).toEqual(sent)
  })

  test('names of one section differ: by their endings, else by a number', () => {
    const list = [
      file('a', 'Rain.wav'),
      file('b', 'Rain.mp3'),
      file('c', 'Rain.mp3'),
      { ...link, name: 'Rain' },
    ]

    expect(inputs(list).map(({ name }) => name)).toEqual(['Rain', 'Rain.mp3', 'Rain (2)', 'Rain (3)'])
    expect(
      inputs([file('a', 'Rain.wav'), section('B'), file('b', 'Rain.wav')]).map(({ name }) => name),
    ).toEqual([...['Rain', 'Rain']])
  })

  test('a stored part keeps its access type until the form has another', () => {
    const list = [...fromStored(storedParts.slice(0, 1)), file('b', 'Sun.wav')]

    expect(inputs(list, { access: 'download' }).map(({ access }) => access)).toEqual(['stream', 'download'])
    const both = inputs(list, { access: 'view', isForStored: true })
    expect(both.map(({ access }) => access)).toEqual(['view', 'view'])
  })

  test('a removed part is not sent', () => {
    expect(inputs([file('a', 'Rain.wav', { isRemoved: true }), link])).toHaveLength(1)
  })
})

describe('a stored item', () => {
  test('is a list with headings, and its files have names without endings', () => {
    const list = fromStored(storedParts)

    expect(list.map((entry) => entry.name)).toEqual(['Rain', 'Extras', 'The film', 'Chords'])
    expect(inputs(list).map(({ id, section: name }) => [id, name])).toEqual([
      ...[
        [1, ''],
        [2, 'Extras'],
        [3, 'Extras'],
      ],
    ])
  })

  test('is changed by another order, name, section or file, and not by being looked at', () => {
    const list = fromStored(storedParts)

    expect(isListChanged(list, fromStored(storedParts))).toBe(false)
    expect(isListChanged(list.toReversed(), list)).toBe(true)
    expect(isListChanged([...list, section('Empty')], list)).toBe(false)
    const replaced = list.map((entry) => (entry.key === 'part 1' ? { ...entry, queueKey: 'new' } : entry))
    expect(isListChanged(replaced, list)).toBe(true)
  })
})

test.each<[string, PartList, 'published' | 'draft', string | undefined]>([
  ['nothing', [], 'published', 'An item needs at least one part.'],
  ['only a removed part', [{ ...link, isRemoved: true }], 'draft', 'An item needs at least one part.'],
  ['files that are still uploading', [file('a', 'Rain.wav'), link], 'published', undefined],
  [
    'a file that has to be selected again',
    [file('a', 'Rain.wav', { queueKey: undefined }), link],
    'published',
    '“Rain” has no file. Select it, or remove this part.',
  ],
  ['the same in a draft', [file('a', 'Rain.wav', { queueKey: undefined }), link], 'draft', undefined],
  [
    'texts that are too long together',
    [
      { ...text, text: 'x'.repeat(60_000) },
      { ...text, key: 'b', text: 'x'.repeat(60_000) },
    ],
    'draft',
    'Use 100000 characters or fewer in all texts together',
  ],
])('a list of %s', (_, list, status, problem) => {
  expect(partsProblem(list, status)).toBe(problem)
})

describe('labels', () => {
  test.each([
    ['Breakwater.wav', 'track', 'WAV · 1 MB'],
    ['Take.aiff', 'track', 'AIFF · 1 MB'],
    ['Booklet.pdf', 'PDF', 'PDF · 1 MB'],
    ['Stems.zip', 'archive', 'ZIP · 1 MB'],
    ['cover.png', 'image', 'PNG · 1 MB'],
    ['film.mp4', 'video', 'MP4 · 1 MB'],
    ['LICENSE', 'file', '1 MB'],
  ])('%s is %s and reads %s', (name, noun, label) => {
    expect(nounOf(file('a', name))).toBe(noun)
    expect(describePart(file('a', name))).toBe(label)
  })

  test('links show their address, texts their length, replaced files the size before', () => {
    expect(describePart(link)).toBe('film.example.com/salt-roads')
    expect(describePart(text)).toBe('Text · 4 words')
    expect(describePart(file('a', 'Booklet.pdf', { replacedBytes: 512 * 1024 }))).toBe(
      'PDF · 1 MB · was 512 KB',
    )
  })

  test('parts that are all music are tracks', () => {
    expect(countParts([file('a', 'a.wav'), file('b', 'b.mp3')])).toBe('2 tracks')
    expect(countParts([file('a', 'a.wav'), link])).toBe('2 parts')
    expect(summarizeParts([file('a', 'a.wav'), link])).toBe('2 parts · 1 MB')
    expect(summarizeParts([link])).toBe('1 part')
  })

  test('who keeps a removed part is said', () => {
    expect(removedNote(36, true)).toBe('The 36 people who bought it keep it.')
    expect(removedNote(1, true)).toBe('The person who bought it keeps it.')
    expect(removedNote(0, true)).toBe('Removed when you save.')
    expect(removedNote(36, false)).toBe('Removed.')
  })

  test.each([
    ['link', 'https://www.example.com/a/b', 'example.com'],
    ['text', '# Chords\nD, G', 'Chords'],
    ['text', '\n  - \n', 'Text'],
  ] as const)('a %s without a name is named by its content', (kind, content, name) => {
    expect(nameOf(kind, content)).toBe(name)
  })

  test('a file’s name loses its ending only', () => {
    expect(['Rain.wav', 'a.tar.gz', '.env', 'No ending', 'Dr. Who'].map(nameFromFile)).toEqual([
      ...['Rain', 'a.tar', '.env', 'No ending', 'Dr. Who'],
    ])
  })
})

describe('a list that the browser keeps', () => {
  const upload = (key: string, state: 'done' | 'sending') => ({
    key,
    state,
    file: new File(['abc'], `${key}.wav`),
    name: `${key}.wav`,
    size: 3,
    lastModified: 5,
    loaded: 1,
    uploadId: `upload of ${key}`,
  })

  test('has the uploads that are done, and which files have to be selected again', () => {
    const list = [
      file('a', 'a.wav'),
      section('Extras'),
      file('b', 'b.wav'),
      link,
      { ...text, isRemoved: true as const },
    ]

    const saved = toSavedList(list, [upload('a', 'done'), upload('b', 'sending')])
    const restored = readSavedList(JSON.parse(JSON.stringify(saved)))

    expect(restored).toMatchObject([
      { key: 'a', uploadId: 'upload of a' },
      { name: 'Extras' },
      { key: 'b', unfinished: { name: 'b.wav', size: 3, lastModified: 5, uploadId: 'upload of b' } },
      { key: 'link', url: link.url },
    ])
    expect(restored?.some((entry) => 'queueKey' in entry)).toBe(false)
  })

  test.each([[undefined], [[]], ['text'], [[{ type: 'part' }]], [[{ type: 'part', key: 1 }]]])(
    'is not read from %j',
    (stored) => {
      expect(readSavedList(stored)).toBeUndefined()
    },
  )

  test('of an item that has changed since loses what was removed and gains what was added', () => {
    const before = fromStored(storedParts)
    const now = fromStored(storedParts.slice(1))

    expect(onStored([...before, link], now).map(({ key }) => key)).toEqual([
      ...[before[1]?.key, 'part 2', 'part 3', 'link'],
    ])
    expect(onStored(fromStored(storedParts.slice(0, 1)), before).map(({ key }) => key)).toEqual([
      ...['part 1', 'part 2', 'part 3'],
    ])
  })
})
