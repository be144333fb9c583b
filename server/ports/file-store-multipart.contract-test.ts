import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { FileStore } from './file-store.ts'

const mebibyte = 1024 ** 2

/** Tests of resumable uploads for every file store. */
export function multipartContractTests(open: () => Promise<FileStore>): void {
  /** Uploads in chunks and saves the store's state between them, as the server does. */
  async function createUploader(size: number, store?: FileStore) {
    const files = store ?? (await open())
    const key = `content/${randomUUID()}`
    const bytes = randomBytes(size)
    const hash = createHash('sha256')
    let storeState = ''
    const uploadedBytes = () => files.uploadedBytes({ key, storeState })
    return {
      files,
      key,
      bytes,
      uploadedBytes,
      upload: () => ({ key, storeState }),
      sha256: () => hash.copy().digest('hex'),
      /** Uploads from the store's offset up to byte `end`. With `error` the stream breaks there with this error. */
      async sendUpTo(end: number, { error }: { error?: Error } = {}) {
        const offset = await uploadedBytes()
        return files.append({ key, storeState }, Readable.from(chunks(bytes.subarray(offset, end), error)), {
          offset,
          size,
          onStored: (stored) => hash.update(stored),
          saveState: async (state) => {
            storeState = state
          },
        })
      },
    }
  }

  test('a file uploaded in one chunk is available byte for byte once completed, and not before', async () => {
    const file = await createUploader(20 * mebibyte + 3)

    expect(await file.uploadedBytes()).toBe(0)
    expect(await file.sendUpTo(file.bytes.length)).toBe(file.bytes.length)
    expect(await file.files.open(file.key)).toBeUndefined()
    await file.files.complete(file.upload())

    expect((await read(file.files, file.key))?.equals(file.bytes)).toBe(true)
    expect(file.sha256()).toBe(createHash('sha256').update(file.bytes).digest('hex'))
    expect(await file.uploadedBytes()).toBe(file.bytes.length)
  })

  test('an upload that breaks many times resumes at its offset, and no stored byte is lost', async () => {
    const file = await createUploader(21 * mebibyte + 11)
    const breaks = [100, 101, 3 * mebibyte, 9 * mebibyte + 7, 9 * mebibyte + 8, 17 * mebibyte]

    for (const end of breaks) {
      expect(await file.sendUpTo(end, { error: new Error('connection lost') })).toBe(end)
      expect(await file.uploadedBytes()).toBe(end)
    }
    await file.sendUpTo(file.bytes.length)
    await file.files.complete(file.upload())

    expect((await read(file.files, file.key))?.equals(file.bytes)).toBe(true)
    expect(file.sha256()).toBe(createHash('sha256').update(file.bytes).digest('hex'))
  })

  test('completing an upload is idempotent', async () => {
    const file = await createUploader(1_000)
    await file.sendUpTo(1_000)

    await file.files.complete(file.upload())
    await file.files.complete(file.upload())

    expect((await read(file.files, file.key))?.length).toBe(1_000)
  })

  test('append rejects more bytes than the announced size', async () => {
    const file = await createUploader(1_000)
    const options = { offset: 0, size: 999, onStored: () => undefined, saveState: async () => undefined }

    await expect(file.files.append(file.upload(), Readable.from([file.bytes]), options)).rejects.toThrow(
      'Received more than 999 bytes',
    )
  })

  test('aborting an upload is idempotent and removes it', async () => {
    const file = await createUploader(9 * mebibyte)
    await file.sendUpTo(8 * mebibyte + 5)

    await file.files.abort(file.upload())
    await file.files.abort(file.upload())

    expect(await file.files.open(file.key)).toBeUndefined()
    expect(await file.files.uploadedBytes({ key: file.key, storeState: '' })).toBe(0)
  })

  test('an upload taken over by another request writes no more', async () => {
    const file = await createUploader(17 * mebibyte)
    const superseded = file.files.append(file.upload(), Readable.from(chunks(file.bytes)), {
      offset: 0,
      size: file.bytes.length,
      onStored: () => undefined,
      saveState: async () => {
        throw new Error('another request has taken over')
      },
    })

    const outcome = await superseded.then(String, (error: Error) => error.message)

    // A store without state never calls saveState.
    expect(['another request has taken over', String(file.bytes.length)]).toContain(outcome)
    expect(await file.files.open(file.key)).toBeUndefined()
  })

  test('an unfinished upload is not listed, and abortStaleUploads keeps a recent one', async () => {
    const file = await createUploader(1_000)
    await file.sendUpTo(500)

    expect(await collect(file.files.list('content/'))).toEqual([])
    await file.files.abortStaleUploads(new Date(Date.now() - 60_000))
    await file.sendUpTo(1_000)
    await file.files.complete(file.upload())

    expect((await read(file.files, file.key))?.equals(file.bytes)).toBe(true)
  })
}

export async function collect<T>(items: AsyncIterable<T>): Promise<Array<T>> {
  const collected: Array<T> = []
  for await (const item of items) collected.push(item)
  return collected
}

async function read(files: FileStore, key: string): Promise<Buffer | undefined> {
  const bytes = await files.open(key)
  return bytes && (await buffer(bytes))
}

function* chunks(bytes: Buffer, error?: Error) {
  for (let start = 0; start < bytes.length; start += 65_536) yield bytes.subarray(start, start + 65_536)
  if (error) throw error
}
