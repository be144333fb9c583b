import { Readable } from 'node:stream'
import { countOf } from '../../../domain/format.ts'
import { ArchiveError, type ArchivePlace, fileListObject, type Header, measured } from '../archive-format.ts'
import { decrypt } from '../encryption.ts'
import { isEncryptedObject, objectCipher } from './cipher.ts'
import { eachOf } from './each-of.ts'
import { readFileList, type SpooledList } from './file-list.ts'
import type { ListedFile } from './object-index.ts'
import { damagedSuffix } from './store-files.ts'

/** The files of an archive that are beside it. */
export type SharedReader = {
  /** The address of a file's object, for the operator. */
  addressOf(file: ListedFile): string
  /** Whether the object is there with its size. */
  isThere(file: ListedFile): Promise<boolean>
  /** The bytes of a file. Throws ObjectError, at the end at the latest, when they are not those of the backup. */
  open(file: ListedFile): AsyncGenerator<Buffer>
  /** Makes the next backup store the file again. */
  markDamaged(file: ListedFile): Promise<void>
}

/** An object is missing or damaged. */
class ObjectError extends Error {
  override name = 'ObjectError'
}

type Options = { place: ArchivePlace; key?: string | undefined }

/** Throws ArchiveError when an archive says that it has files beside it and does not say where. */
export async function sharedReader(
  { place, key }: Options,
  { objects: folder }: Pick<Header, 'objects'>,
): Promise<SharedReader> {
  if (folder === undefined)
    throw new ArchiveError('The archive is damaged: it does not say where its files are.')
  const objects = place.objects()
  const [plain, encrypted] = await Promise.all([objectCipher(undefined), objectCipher(key)])
  const cipherOf = ({ object }: ListedFile) => (isEncryptedObject(object) ? encrypted : plain)
  const nameOf = ({ object }: ListedFile) => `${folder}/${object}`
  const addressOf = (file: ListedFile) => objects.addressOf(nameOf(file))

  return {
    addressOf,
    isThere: async (file) => (await objects.sizeOf(nameOf(file))) === cipherOf(file).storedBytes(file.bytes),

    async *open(file) {
      const stored = await objects.open(nameOf(file))
      if (!stored) throw new ObjectError(`${addressOf(file)} is missing.`)
      const damaged = (cause?: unknown) => new ObjectError(`${addressOf(file)} is damaged.`, { cause })
      const { count, digest } = measured()
      let failure: unknown
      async function* source() {
        try {
          yield* stored as AsyncIterable<Buffer>
        } catch (error) {
          failure = error
          throw error
        }
      }
      try {
        const bytes = Readable.from(source(), { objectMode: false })
        yield* count(isEncryptedObject(file.object) && key ? await decrypt(bytes, key) : bytes)
      } catch (error) {
        // A store that does not answer says nothing about the object, a sector that cannot be read does.
        if (failure !== undefined && Object(failure).code !== 'EIO') throw failure
        throw error instanceof ArchiveError || failure !== undefined ? damaged(error) : error
      } finally {
        stored.destroy()
      }
      const { bytes, sha256 } = digest()
      if (bytes !== file.bytes || cipherOf(file).nameOf(sha256) !== file.object) throw damaged()
    },

    markDamaged: (file) => objects.put(`${nameOf(file)}${damagedSuffix}`, Readable.from([]), 0),
  }
}

/** Several at once, because an object store takes its time for each. */
const lookups = 16
const readers = 4

/** A file whose object is missing or damaged, and a sentence about it. */
export type LostFile = { file: ListedFile; message: string }

/** The files of a list whose objects are missing or have another size. Reads none. */
export function findMissing(list: SpooledList, reader: SharedReader): Promise<Array<LostFile>> {
  return collectLost(list, lookups, async (file) => {
    if (!(await reader.isThere(file)))
      throw new ObjectError(`${reader.addressOf(file)} is missing or has another size.`)
  })
}

/** Does work with each file of a list, and returns those for which it throws ObjectError. */
export async function collectLost(
  list: SpooledList,
  concurrency: number,
  work: (file: ListedFile) => Promise<void>,
): Promise<Array<LostFile>> {
  const lost: Array<LostFile> = []
  await eachOf(readFileList(list.open(), fileListObject), concurrency, async (file) => {
    try {
      await work(file)
    } catch (error) {
      if (!(error instanceof ObjectError)) throw error
      lost.push({ file, message: error.message })
    }
  })
  return lost
}

/** Reads the files of a list whole, and returns those that are missing or damaged. */
export function checkFiles(
  list: SpooledList,
  reader: SharedReader,
  onProgress: (text: string) => void,
): Promise<Array<LostFile>> {
  let count = 0
  return collectLost(list, readers, async (file) => {
    for await (const _ of reader.open(file));
    onProgress(`Reading: ${countOf(++count, 'file')}`)
  })
}
