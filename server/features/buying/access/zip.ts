import { limits } from '../../../../contract/limits.ts'
import { sanitizeFileName } from '../../../../domain/file-type.ts'
import { type Segment, totalSize } from '../../../../domain/segments.ts'

/** A file of a ZIP archive. Its checksum is known, so that the archive is known before any of its bytes is read. */
export type ZipEntry = {
  /** With `/` between folders, as `zipPaths` makes it. */
  path: string
  content: Array<Segment>
  crc32: number
  modifiedAt: Date
}

/** Sizes, offsets and counts from here on do not fit into the fields of a plain archive. */
const maxPlainSize = 0xffff_ffff
const maxPlainEntries = 0xffff
const plainVersion = 20
const zip64Version = 45
const utf8Names = 1 << 11
/** Made on Unix, by which readers take the attributes for permissions: a file that its owner may change. */
const madeOnUnix = 3 << 8
const fileAttributes = 0o100644 * 2 ** 16

/**
 * A ZIP archive by PKWARE's APPNOTE 6.3.10. Files are stored, not compressed, in the order given, and ZIP64 fields are written only
 * where a size, offset or count needs them.
 */
export function zipSegments(entries: ReadonlyArray<ZipEntry>): Array<Segment> {
  const segments: Array<Segment> = []
  const directory: Array<Buffer> = []
  let offset = 0
  for (const entry of entries) {
    const header = localHeader(entry)
    segments.push({ bytes: header }, ...entry.content)
    directory.push(directoryHeader(entry, offset))
    offset += header.length + totalSize(entry.content)
  }
  const bytes = Buffer.concat(directory)
  const end = directoryEnd({ entryCount: entries.length, size: bytes.length, offset })
  return [...segments, { bytes: Buffer.concat([bytes, end]) }]
}

function localHeader(entry: ZipEntry): Buffer {
  const size = totalSize(entry.content)
  // A local header has both sizes in 64 bits, or neither.
  const extra = zip64Extra(size >= maxPlainSize ? [size, size] : [])
  return Buffer.concat([
    fields([4, 0x04034b50], ...commonFields(entry, extra)),
    Buffer.from(entry.path),
    extra,
  ])
}

function directoryHeader(entry: ZipEntry, offset: number): Buffer {
  const size = totalSize(entry.content)
  const extra = zip64Extra([size, size, offset].filter((value) => value >= maxPlainSize))
  return Buffer.concat([
    fields(
      [4, 0x02014b50],
      [2, madeOnUnix | versionFor(extra)],
      ...commonFields(entry, extra),
      // No comment, on the first disk, not known to be text.
      [2, 0],
      [2, 0],
      [2, 0],
      [4, fileAttributes],
      [4, Math.min(offset, maxPlainSize)],
    ),
    Buffer.from(entry.path),
    extra,
  ])
}

/** The fields that the header of a file and its entry in the directory share. */
function commonFields({ path, content, crc32, modifiedAt }: ZipEntry, extra: Buffer): Array<Field> {
  const size = Math.min(totalSize(content), maxPlainSize)
  const { date, time } = dosTime(modifiedAt)
  return [
    [2, versionFor(extra)],
    [2, utf8Names],
    // Stored, not compressed.
    [2, 0],
    [2, time],
    [2, date],
    [4, crc32],
    [4, size],
    [4, size],
    [2, Buffer.byteLength(path)],
    [2, extra.length],
  ]
}

/** The values that do not fit into their own fields. */
function zip64Extra(values: ReadonlyArray<number>): Buffer {
  if (values.length === 0) return Buffer.alloc(0)
  return fields([2, 0x0001], [2, values.length * 8], ...values.map((value): Field => [8, value]))
}

/** The version that a reader needs. */
function versionFor(extra: Buffer): number {
  return extra.length > 0 ? zip64Version : plainVersion
}

type Directory = { entryCount: number; size: number; offset: number }

function directoryEnd({ entryCount, size, offset }: Directory): Buffer {
  const plain = fields(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, Math.min(entryCount, maxPlainEntries)],
    [2, Math.min(entryCount, maxPlainEntries)],
    [4, Math.min(size, maxPlainSize)],
    [4, Math.min(offset, maxPlainSize)],
    [2, 0],
  )
  if (entryCount < maxPlainEntries && size < maxPlainSize && offset < maxPlainSize) return plain
  const zip64 = fields(
    [4, 0x06064b50],
    // The size of what follows this field.
    [8, 44],
    [2, madeOnUnix | zip64Version],
    [2, zip64Version],
    [4, 0],
    [4, 0],
    [8, entryCount],
    [8, entryCount],
    [8, size],
    [8, offset],
  )
  const locator = fields([4, 0x07064b50], [4, 0], [8, offset + size], [4, 1])
  return Buffer.concat([zip64, locator, plain])
}

/** A number and its size in bytes. */
type Field = [size: 2 | 4 | 8, value: number]

/** The fields of a record one after the other, each little-endian. */
function fields(...list: Array<Field>): Buffer {
  const bytes = Buffer.alloc(list.reduce((sum, [size]) => sum + size, 0))
  let offset = 0
  for (const [size, value] of list) {
    if (size === 8) bytes.writeBigUInt64LE(BigInt(value), offset)
    else bytes.writeUIntLE(value, offset, size)
    offset += size
  }
  return bytes
}

/** Two numbers of 16 bits, in UTC and to two seconds. They begin with 1980 and end with 2107. */
function dosTime(at: Date): { date: number; time: number } {
  const year = at.getUTCFullYear() - 1980
  if (year < 0) return { date: (1 << 5) | 1, time: 0 }
  return {
    date: (Math.min(year, 127) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  }
}

type NamedPart = { section: string; name: string }

/**
 * The path of each part in an archive: its section is a folder. Each is unique, also where upper and lower case are the same,
 * and can be written by Windows, macOS and Linux.
 */
export function zipPaths(parts: ReadonlyArray<NamedPart>): Array<string> {
  const taken = new Set<string>()
  return parts.map(({ section, name }) => {
    const folder = section === '' ? '' : `${portableName(section)}/`
    const file = portableName(name)
    for (let count = 1; ; count++) {
      const path = folder + (count === 1 ? file : numbered(file, count))
      const key = path.normalize('NFC').toLowerCase()
      if (taken.has(key)) continue
      taken.add(key)
      return path
    }
  })
}

/** Names of devices on Windows, whatever their extension. */
const reservedName = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i

/** One level of a path: without the characters that a system refuses, and within 255 bytes. */
export function portableName(name: string): string {
  const safe = sanitizeFileName(name.replace(/[/\\:*?"<>|]/g, '-'), limits.maxFileNameLength).replace(
    /[. ]+$/,
    '',
  )
  const known = safe === '' ? 'file' : safe
  return withinBytes(reservedName.test(known) ? `_${known}` : known)
}

function numbered(name: string, count: number): string {
  const ending = endingOf(name)
  return withinBytes(`${name.slice(0, name.length - ending.length)} (${count})${ending}`, ` (${count})`)
}

/** Longer names cannot be written on most systems. Room is left for a number. */
const maxNameBytes = 250

/** Cuts a name before its `suffix` and its extension. */
function withinBytes(name: string, suffix = ''): string {
  const ending = suffix + endingOf(name)
  let start = name.slice(0, name.length - ending.length)
  while (Buffer.byteLength(start + ending) > maxNameBytes) start = [...start].slice(0, -1).join('')
  return start + ending
}

function endingOf(name: string): string {
  return /\.[a-z0-9]{1,10}$/i.exec(name)?.[0] ?? ''
}
