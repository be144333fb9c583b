import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { FileStore } from './file-store.ts'

const mebibyte = 1024 ** 2

/** Tests of resumable uploads for every file store. */
export function multipartContractTests(open: () => Promise<FileStore>): void {
  /** A client that uploads in chunks and keeps the store's state between them, as the server does. */
  async function createSender(size: number, store?: FileStore) {
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
      arrived: uploadedBytes,
      upload: () => ({ key, storeState }),
      sha256: () => hash.copy().digest('hex'),
      /** Sends up to this byte, from the store's offset; with `cut` the stream breaks instead of ending. */
      async sendUpTo(to: number, { cut }: { cut?: Error } = {}) {
        const offset = await uploadedBytes()
        return files.append({ key, storeState }, Readable.from(chunks(bytes.subarray(offset, to), cut)), {
          offset,
          size,
          onStored: (stored) => hash.update(stored),
          saveState: async (newest) => {
            storeState = newest
          },
        })
      },
    }
  }

  test('a file uploaded in one chunk is available byte for byte once completed, and not before', async () => {
    const file = await createSender(20 * mebibyte + 3)

    expect(await file.arrived()).toBe(0)
    expect(await file.sendUpTo(file.bytes.length)).toBe(file.bytes.length)
    expect(await file.files.open(file.key)).toBeUndefined()
    await file.files.complete(file.upload())

    expect((await read(file.files, file.key))?.equals(file.bytes)).toBe(true)
    expect(file.sha256()).toBe(createHash('sha256').update(file.bytes).digest('hex'))
    expect(await file.arrived()).toBe(file.bytes.length)
  })

  test('an upload that breaks many times resumes at its offset, and no stored byte is lost', async () => {
    const file = await createSender(21 * mebibyte + 11)
    const cuts = [100, 101, 3 * mebibyte, 9 * mebibyte + 7, 9 * mebibyte + 8, 17 * mebibyte]

    for (const to of cuts) {
      expect(await file.sendUpTo(to, { cut: new Error('connection lost') })).toBe(to)
      expect(await file.arrived()).toBe(to)
    }
    await file.sendUpTo(file.bytes.length)
    await file.files.complete(file.upload())

    expect((await read(file.files, file.key))?.equals(file.bytes)).toBe(true)
    expect(file.sha256()).toBe(createHash('sha256').update(file.bytes).digest('hex'))
  })

  test('completing an upload is idempotent', async () => {
    const file = await createSender(1_000)
    await file.sendUpTo(1_000)

    await file.files.complete(file.upload())
    await file.files.complete(file.upload())

    expect((await read(file.files, file.key))?.length).toBe(1_000)
  })

  test('more bytes than announced are rejected', async () => {
    const file = await createSender(1_000)
    const appending = { offset: 0, size: 999, onStored: () => undefined, saveState: async () => undefined }

    await expect(file.files.append(file.upload(), Readable.from([file.bytes]), appending)).rejects.toThrow(
      'Received more than 999 bytes',
    )
  })

  test('aborting an upload is idempotent and removes it', async () => {
    const file = await createSender(9 * mebibyte)
    await file.sendUpTo(8 * mebibyte + 5)

    await file.files.abort(file.upload())
    await file.files.abort(file.upload())

    expect(await file.files.open(file.key)).toBeUndefined()
    expect(await file.files.uploadedBytes({ key: file.key, storeState: '' })).toBe(0)
  })

  test('an upload taken over by another request writes no more', async () => {
    const file = await createSender(17 * mebibyte)
    const overtaken = file.files.append(file.upload(), Readable.from(chunks(file.bytes)), {
      offset: 0,
      size: file.bytes.length,
      onStored: () => undefined,
      saveState: async () => {
        throw new Error('another request has taken over')
      },
    })

    const outcome = await overtaken.then(String, (error: Error) => error.message)

    // A store without state never calls saveState.
    expect(['another request has taken over', String(file.bytes.length)]).toContain(outcome)
    expect(await file.files.open(file.key)).toBeUndefined()
  })

  test('an unfinished upload is not listed, and cleanup keeps recent ones', async () => {
    const file = await createSender(1_000)
    await file.sendUpTo(500)

    expect(await collect(file.files.list('content/'))).toEqual([])
    await file.files.abortStaleUploads(new Date(Date.now() - 60_000))
    await file.sendUpTo(1_000)
    await file.files.complete(file.upload())

    expect((await read(file.files, file.key))?.equals(file.bytes)).toBe(true)
  })
}

export async function collect<T>(items: AsyncIterable<T>): Promise<Array<T>> {
  const found: Array<T> = []
  for await (const item of items) found.push(item)
  return found
}

async function read(files: FileStore, key: string): Promise<Buffer | undefined> {
  const bytes = await files.open(key)
  return bytes && (await buffer(bytes))
}

function* chunks(bytes: Buffer, broken?: Error) {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
  if (broken) throw broken
}
