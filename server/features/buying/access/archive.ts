import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import type { PurchaseAccess } from '../../../../contract/purchases.ts'
import { AppError } from '../../../../domain/errors.ts'
import { partName, visibleParts } from '../../../../domain/parts.ts'
import { type Segment, segmentsInRange, totalSize, wholeFileSegments } from '../../../../domain/segments.ts'
import { type FileResponse, segmentsEtag } from '../../../http/file-response.ts'
import type { ByteRange } from '../../../ports/file-store.ts'
import type { Ports } from '../../../ports/index.ts'
import type { PartRow, StoredFile } from '../../selling/content/parts.ts'
import type { ContentRow } from '../../selling/content/repository.ts'
import { openStored } from './stored-file.ts'
import { portableName, type ZipEntry, zipPaths, zipSegments } from './zip.ts'

/** With fewer parts there is nothing to put together. */
const minParts = 2

/** What a purchase of this time can download at once: its files, and the bytes of the archive. Null when it has no more than one part. */
export function describeArchive(
  { config }: Pick<Ports, 'config'>,
  row: ContentRow,
  paidAt: Date,
): PurchaseAccess['archive'] {
  const parts = partsWithContent(row, paidAt)
  const fileCount = parts.filter(({ file }) => file).length
  if (parts.length < minParts || fileCount === 0 || config.maxZipBytes === 0) return null
  const size = totalSize(archiveSegments(row, parts))
  return { fileCount, size, isTooLarge: size > config.maxZipBytes }
}

/**
 * All parts of a purchase as one ZIP archive, which is computed and never stored: its size and every byte are known from the
 * parts, so that a download goes on at any byte.
 */
export function archiveDownload(ports: Ports, row: ContentRow, paidAt: Date): FileResponse {
  const parts = partsWithContent(row, paidAt)
  const segments = archiveSegments(row, parts)
  const size = totalSize(segments)
  if (size > ports.config.maxZipBytes)
    throw new AppError(
      'invalid_input',
      'These files are too large for one download. Download them one by one.',
    )
  const filesByKey = new Map(parts.flatMap(({ file }) => (file ? [[file.key, file]] : [])))
  return {
    name: archiveName(row),
    type: 'application/zip',
    size,
    etag: segmentsEtag(segments),
    disposition: 'attachment',
    open: async (range) => readSegments(ports, { segments, range, filesByKey }),
  }
}

/** The name of the archive. */
export function archiveName({ content }: ContentRow): string {
  return portableName(`${content.title}.zip`)
}

/** The parts that a purchase of this time gets and that are there: a file may be lost, or removed by an admin. */
function partsWithContent({ parts }: ContentRow, paidAt: Date): Array<PartRow> {
  return visibleParts(parts, paidAt).filter(({ file, url, text }) =>
    file ? file.missingSince === null : (url ?? text) !== null,
  )
}

function archiveSegments({ content }: ContentRow, parts: ReadonlyArray<PartRow>): Array<Segment> {
  const named = parts.map((part) => ({ section: part.section, name: nameInArchive(part, content.title) }))
  const paths = zipPaths(named)
  return zipSegments(parts.map((part, index) => zipEntry(part, paths[index] ?? '')))
}

function nameInArchive(part: PartRow, title: string): string {
  if (part.file) return partName(part)
  return `${part.name || title}.${part.url === null ? 'txt' : 'url'}`
}

function zipEntry({ file, url, text, addedAt }: PartRow, path: string): ZipEntry {
  if (file)
    return {
      path,
      content: wholeFileSegments(file.key, file.sizeBytes),
      crc32: file.crc32,
      modifiedAt: addedAt,
    }
  // Windows and macOS open a link from such a file.
  const bytes = Buffer.from(url === null ? (text ?? '') : `[InternetShortcut]\r\nURL=${url}\r\n`)
  return { path, content: bytes.length > 0 ? [{ bytes }] : [], crc32: crc32(bytes), modifiedAt: addedAt }
}

type Reading = {
  segments: ReadonlyArray<Segment>
  range: ByteRange | undefined
  filesByKey: ReadonlyMap<string, StoredFile>
}

const rangeOf = ({ start, end }: ByteRange): ByteRange => ({ start, end })

/** The bytes of a range, or all. Files are opened one after the other, and read as fast as the buyer takes them. */
function readSegments(ports: Ports, { segments, range, filesByKey }: Reading): Readable {
  async function* read() {
    for (const segment of range ? segmentsInRange(segments, range) : segments) {
      if ('bytes' in segment) yield segment.bytes
      else yield* await openStored(ports, requireFile(segment.key), rangeOf(segment))
    }
  }
  function requireFile(key: string): StoredFile {
    const file = filesByKey.get(key)
    if (!file) throw new Error(`The archive has no file ${key}`)
    return file
  }
  return Readable.from(read(), { objectMode: false })
}
