import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { pipeline as pipelineEnd } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { ArchiveError, isObjectName } from '../archive-format.ts'
import { isObject } from './cipher.ts'
import type { ListedFile } from './object-index.ts'

/** A list of files that is written to a temporary file: a line for each, compressed with zstd. */
export type FileListWriter = Omit<SpooledList, 'open'> & {
  add(file: ListedFile): Promise<void>
  /** Ends the list; `open` may be called after it. */
  finish(): Promise<void>
  /** The size of the compressed list. */
  bytes(): number
  open(): Readable
}

export async function createFileListWriter(): Promise<FileListWriter> {
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-backup-'))
  const path = join(folder, 'list')
  const lines = createZstdCompress()
  const written = pipelineEnd(lines, createWriteStream(path, { mode: 0o600 }))
  let size = 0
  // Thrown by `finish`.
  written.catch(() => undefined)
  return {
    async add({ key, bytes, object }: ListedFile) {
      if (lines.write(`${key}\t${bytes}\t${object}\n`)) return
      await Promise.race([new Promise((resolve) => lines.once('drain', resolve)), written])
    },
    async finish() {
      lines.end()
      await written
      size = (await stat(path)).size
    },
    bytes: () => size,
    open: () => createReadStream(path),
    async remove() {
      lines.destroy()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A compressed list in a temporary file. */
export type SpooledList = { open(): AsyncIterable<Buffer>; remove(): Promise<void> }

/** Copies a list: the stream of an archive does not wait while its files are read. */
export async function spoolList(bytes: AsyncIterable<Buffer>): Promise<SpooledList> {
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-backup-'))
  const path = join(folder, 'list')
  const remove = () => rm(folder, { recursive: true, force: true })
  await pipelineEnd(bytes, createWriteStream(path, { mode: 0o600 })).catch((error) =>
    remove().then(() => Promise.reject(error)),
  )
  return { open: () => createReadStream(path), remove }
}

/** Reads a compressed list. Throws ArchiveError when it is damaged. */
export async function* readFileList(bytes: AsyncIterable<Buffer>, name: string): AsyncGenerator<ListedFile> {
  let failure: unknown
  async function* source() {
    try {
      yield* bytes
    } catch (error) {
      failure = error
      throw error
    }
  }
  const text = pipeline(
    Readable.from(source(), { objectMode: false }),
    createZstdDecompress(),
    () => undefined,
  )
  try {
    let rest = ''
    for await (const chunk of text) {
      const lines = `${rest}${chunk}`.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) yield parseLine(line, name)
    }
    if (rest !== '') throw damaged(name, undefined)
  } catch (error) {
    throw failure ?? (error instanceof ArchiveError ? error : damaged(name, error))
  }
}

function parseLine(line: string, name: string): ListedFile {
  const [key = '', bytes = '', object = '', ...rest] = line.split('\t')
  if (rest.length > 0 || !isObjectName(key) || !/^\d{1,15}$/.test(bytes) || !isObject(object))
    throw damaged(name, undefined)
  return { key, bytes: Number(bytes), object }
}

function damaged(name: string, cause: unknown): ArchiveError {
  return new ArchiveError(`The list of files ${name} is damaged.`, { cause })
}
