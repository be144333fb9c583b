import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A file of an archive. Its bytes are read when it is its turn. */
export type ZipSource = {
  path: string
  open: () => Readable | Promise<Readable>
  /** Its bytes are compressed already. */
  isCompressed?: boolean
}

/**
 * A ZIP archive that is written while its files are read, one after the other, so that memory stays the same for any
 * number of them. A file that can't be read breaks the archive off, which its reader notices.
 */
export function zipStream(files: AsyncIterable<ZipSource>, modifiedAt: Date): Readable {
  const zip = new ZipFile()
  const out = Readable.from(zip.outputStream as AsyncIterable<Buffer>, { objectMode: false })
  const fail = (error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error)))
  let current: Readable | undefined
  let endFile: () => void = () => undefined
  // A canceled download closes the open file.
  out.once('close', () => {
    current?.destroy()
    endFile()
  })

  const add = ({ path, open, isCompressed = false }: ZipSource) =>
    new Promise<void>((resolve) => {
      endFile = resolve
      zip.addReadStreamLazy(path, { mtime: modifiedAt, compress: !isCompressed }, (callback) => {
        Promise.resolve()
          .then(open)
          .then((bytes) => {
            current = bytes
            bytes.once('error', fail).once('close', resolve)
            callback(null, bytes)
          }, fail)
      })
    })

  const writeAll = async () => {
    for await (const file of files) {
      if (out.destroyed) return
      await add(file)
    }
    zip.end()
  }
  writeAll().catch(fail)
  return out
}
