import { PassThrough, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  type Entry,
  fromBufferPromise,
  fromRandomAccessReaderPromise,
  RandomAccessReader,
  type ZipFile,
} from 'yauzl'
import { type Segment, segmentsInRange, totalSize, wholeFileSegments } from '../../../../domain/segments.ts'
import { type ZipEntry, zipPaths, zipSegments } from './zip.ts'

/** An entry is read when it is asked for, and the archive stays open behind the last. */
const options = { lazyEntries: true, autoClose: false }
const modifiedAt = new Date('2026-11-26T08:30:10Z')

function entry(path: string, text: string): ZipEntry {
  const bytes = Buffer.from(text)
  return { path, content: bytes.length > 0 ? [{ bytes }] : [], crc32: crc32(bytes), modifiedAt }
}

test('another reader finds every file with its name, time, checksum and bytes', async () => {
  const texts = { 'Side A/01 Rain.txt': 'salt', 'Side A/Ünder 🌊.txt': 'wave', 'empty.bin': '' }
  const segments = zipSegments(Object.entries(texts).map(([path, text]) => entry(path, text)))

  const zip = await fromBufferPromise(Buffer.concat(segments.map(bytesOf)), {
    lazyEntries: true,
    autoClose: false,
  })
  const found = await entriesOf(zip)

  const contents = []
  for (const one of found)
    contents.push([one.fileName, String(await buffer(await zip.openReadStreamPromise(one)))])
  expect(Object.fromEntries(contents)).toEqual(texts)
  expect(found.map((one) => [one.getLastModDate({ timezone: 'UTC' }), one.crc32])).toEqual(
    Object.values(texts).map((text) => [modifiedAt, crc32(text)]),
  )
})

test('100 files of 5 GiB are an archive with 64-bit sizes and offsets, of which nothing is read to know it', async () => {
  const size = 5 * 1024 ** 3
  const entries = Array.from({ length: 100 }, (_, index): ZipEntry => {
    return {
      path: `${index}.wav`,
      content: wholeFileSegments(`file ${index}`, size),
      crc32: index,
      modifiedAt,
    }
  })
  const segments = zipSegments(entries)

  const reader = new SegmentsReader(segments)
  const zip = await fromRandomAccessReaderPromise(reader, totalSize(segments), {
    lazyEntries: true,
    autoClose: false,
  })
  const found = await entriesOf(zip)

  expect(
    found.map(({ fileName, uncompressedSize, compressedSize, crc32: sum }) => [
      fileName,
      uncompressedSize,
      compressedSize,
      sum,
    ]),
  ).toEqual(entries.map(({ path, crc32: sum }) => [path, size, size, sum]))
  // A reader finds the start of each file by its local header.
  const last = found.at(-1)
  if (!last) throw new Error('The archive has no files')
  const stream = await zip.openReadStreamPromise(last, { start: size - 3, end: size })
  expect((await buffer(stream)).length).toBe(3)
  expect(reader.readKeys).toEqual(new Set(['file 99']))
})

test.each([0xffff_fffe, 0xffff_ffff, 0x1_0000_0000])(
  'a file of %i bytes and the one behind it are found',
  async (size) => {
    const entries = [
      { path: 'large', content: wholeFileSegments('large', size), crc32: 7, modifiedAt },
      entry('small', 'small'),
    ]
    const segments = zipSegments(entries)

    const zip = await fromRandomAccessReaderPromise(
      new SegmentsReader(segments),
      totalSize(segments),
      options,
    )
    const [large, small] = await entriesOf(zip)

    expect([large?.uncompressedSize, small?.uncompressedSize]).toEqual([size, 5])
    expect(String(await buffer(await zip.openReadStreamPromise(small as Entry)))).toBe('small')
  },
)

test('an archive of nothing is whole', async () => {
  const zip = await fromBufferPromise(Buffer.concat(zipSegments([]).map(bytesOf)))

  expect(zip.entryCount).toBe(0)
})

test.each([
  [
    [
      ['', 'a.mp3'],
      ['', 'A.mp3'],
      ['', 'a.mp3'],
    ],
    ['a.mp3', 'A (2).mp3', 'a (3).mp3'],
  ],
  [
    [
      ['Side A', 'a.mp3'],
      ['Side B', 'a.mp3'],
    ],
    ['Side A/a.mp3', 'Side B/a.mp3'],
  ],
  [[['../..', '../x.txt']], ['.-/.-x.txt']],
  [[['', '/etc/passwd']], ['-etc-passwd']],
  [[['CON', 'nul.txt']], ['_CON/_nul.txt']],
  [
    [
      ['', 'console.txt'],
      ['', 'COM1'],
      ['', 'com10.txt'],
    ],
    ['console.txt', '_COM1', 'com10.txt'],
  ],
  [
    [
      ['', 'a:b*c?.txt'],
      ['', 'tail. .'],
      ['', '...'],
    ],
    ['a-b-c-.txt', 'tail', 'file'],
  ],
  [
    [
      ['', 'é.txt'],
      ['', 'é.txt'],
    ],
    ['é.txt', 'é (2).txt'],
  ],
])('the parts %j have the paths %j', (parts, paths) => {
  expect(zipPaths(parts.map(([section = '', name = '']) => ({ section, name })))).toEqual(paths)
})

test('names of emoji are cut to what a file system takes, with their extension, and stay apart', () => {
  const name = `${'🌊'.repeat(120)}.flac`
  const paths = zipPaths([
    { section: '', name },
    { section: '', name },
  ])

  expect(new Set(paths).size).toBe(2)
  for (const path of paths) {
    expect(Buffer.byteLength(path)).toBeLessThanOrEqual(255)
    expect(path).toMatch(/^🌊+( \(2\))?\.flac$/u)
  }
})

function bytesOf(segment: Segment): Uint8Array {
  return 'bytes' in segment ? segment.bytes : Buffer.alloc(segment.end - segment.start + 1)
}

/** Serves ranges of an archive whose stored files are zeros, and notes which of them are read. */
class SegmentsReader extends RandomAccessReader {
  readonly readKeys = new Set<string>()
  readonly segments: ReadonlyArray<Segment>

  constructor(segments: ReadonlyArray<Segment>) {
    super()
    this.segments = segments
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const stream = new PassThrough()
    for (const segment of segmentsInRange(this.segments, { start, end: end - 1 })) {
      if ('key' in segment) this.readKeys.add(segment.key)
      stream.write(bytesOf(segment))
    }
    return stream.end()
  }
}

async function entriesOf(zip: ZipFile): Promise<Array<Entry>> {
  const entries: Array<Entry> = []
  for await (const one of zip.eachEntry()) entries.push(one)
  return entries
}
