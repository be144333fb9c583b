import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { DamagedFileError, type FileStore, FileTooLargeError, wholeFile } from './file-store.ts'

/** Tests for every file store. `open` returns an empty store for each test. */
export function fileStoreContractTests(name: string, open: () => Promise<FileStore>) {
  const largeLimit = { maxBytes: 1024 ** 3 }
  const newKey = () => `content/${randomUUID()}`
  const read = async (bytes: Readable | undefined) => bytes && (await buffer(bytes))

  describe(name, () => {
    test('a stored file is read byte for byte, with its size and sums', async () => {
      const store = await open()
      const key = newKey()
      const bytes = randomBytes(3 * 1024 * 1024 + 17)

      const stored = await store.put(key, Readable.from(chunks(bytes, 65_536)), largeLimit)

      const sums = { sha256: createHash('sha256').update(bytes).digest('hex'), crc32: crc32(bytes) }
      expect(stored).toEqual({ size: bytes.length, ...sums })
      expect((await read(await store.open(key)))?.equals(bytes)).toBe(true)
    })

    test('an empty file can be stored', async () => {
      const store = await open()
      const key = newKey()

      expect((await store.put(key, Readable.from([]), largeLimit)).size).toBe(0)
      expect((await read(await store.open(key)))?.length).toBe(0)
    })

    test('a range includes both ends', async () => {
      const store = await open()
      const key = newKey()
      await store.put(key, Readable.from([Buffer.from('0123456789')]), largeLimit)

      expect(String(await read(await store.open(key, { start: 2, end: 4 })))).toBe('234')
      expect(String(await read(await store.open(key, { start: 9, end: 9 })))).toBe('9')
      expect(String(await read(await store.open(key, { start: 0, end: 9 })))).toBe('0123456789')
    })

    test('a file of another size than promised is damaged, whole or in part', async () => {
      const store = await open()
      const key = newKey()
      await store.put(key, Readable.from([Buffer.from('0123456789')]), largeLimit)

      for (const sizeBytes of [9, 11]) {
        await expect(store.open(key, wholeFile(sizeBytes))).rejects.toThrow(DamagedFileError)
        await expect(store.open(key, { start: 1, end: 2, sizeBytes })).rejects.toThrow(DamagedFileError)
        const presigned = store.presignedUrl?.(key, {
          name: 'a',
          type: 'a/b',
          expiresInSeconds: 60,
          sizeBytes,
        })
        if (presigned) await expect(presigned).rejects.toThrow(DamagedFileError)
      }
      expect(String(await read(await store.open(key, wholeFile(10))))).toBe('0123456789')
      expect(String(await read(await store.open(key, { start: 1, end: 2, sizeBytes: 10 })))).toBe('12')
    })

    test('a file that ends before the range is damaged', async () => {
      const store = await open()
      const key = newKey()
      await store.put(key, Readable.from([Buffer.from('0123456789')]), largeLimit)

      for (const range of [
        { start: 2, end: 10 },
        { start: 10, end: 12 },
        { start: 50, end: 60 },
      ])
        await expect(store.open(key, range)).rejects.toThrow(DamagedFileError)
    })

    test('opening an unknown key returns undefined', async () => {
      expect(await (await open()).open(newKey())).toBeUndefined()
    })

    test('a file of the maximum size is stored, and a larger file throws FileTooLargeError', async () => {
      const store = await open()
      const [fits, over] = [newKey(), newKey()]

      expect((await store.put(fits, Readable.from([Buffer.alloc(10)]), { maxBytes: 10 })).size).toBe(10)
      await expect(store.put(over, Readable.from([Buffer.alloc(11)]), { maxBytes: 10 })).rejects.toThrow(
        FileTooLargeError,
      )
      expect(await store.open(over)).toBeUndefined()
    })

    test('an endless stream is destroyed at the maximum size', async () => {
      const store = await open()
      const endless = new Readable({
        read() {
          this.push(Buffer.alloc(65_536))
        },
      })

      await expect(store.put(newKey(), endless, { maxBytes: 5_000_000 })).rejects.toThrow(FileTooLargeError)
      expect(endless.destroyed).toBe(true)
    })

    test('a stream that breaks leaves nothing stored, and its key can be used again', async () => {
      const store = await open()
      const key = newKey()
      const broken = Readable.from(chunks(randomBytes(3_000_000), 65_536, new Error('connection lost')))

      await expect(store.put(key, broken, largeLimit)).rejects.toThrow('connection lost')

      expect(await store.open(key)).toBeUndefined()
      expect((await store.put(key, Readable.from([Buffer.from('again')]), largeLimit)).size).toBe(5)
    })

    test('a stream that broke before it was read leaves nothing stored', async () => {
      const store = await open()
      const key = newKey()
      const broken = new Readable({ read() {} })
      const putting = store.put(key, broken, largeLimit)
      broken.destroy(new Error('connection lost'))

      await expect(putting).rejects.toThrow('connection lost')
      expect(await store.open(key)).toBeUndefined()
    })

    test('a stream closed without an error leaves nothing stored', async () => {
      const store = await open()
      const key = newKey()
      const closing = new Readable({ read() {} })
      closing.push(Buffer.alloc(100_000))
      setTimeout(() => closing.destroy(), 20)

      await expect(store.put(key, closing, largeLimit)).rejects.toThrow()
      expect(await store.open(key)).toBeUndefined()
    })

    test('an existing file is never overwritten', async () => {
      const store = await open()
      const key = newKey()
      await store.put(key, Readable.from([Buffer.from('first')]), largeLimit)

      await expect(store.put(key, Readable.from([Buffer.from('second')]), largeLimit)).rejects.toThrow()
      expect(String(await read(await store.open(key)))).toBe('first')
    })

    test('one of two concurrent writes of a key is stored, and the other is rejected', async () => {
      const store = await open()
      const key = newKey()
      const put = (text: string) => store.put(key, Readable.from([Buffer.from(text)]), largeLimit)

      const results = await Promise.allSettled([put('one'), put('two')])

      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(['one', 'two']).toContain(String(await read(await store.open(key))))
    })

    test('removing a file is idempotent', async () => {
      const store = await open()
      const key = newKey()
      await store.put(key, Readable.from([Buffer.from('x')]), largeLimit)

      await store.remove(key)
      await store.remove(key)

      expect(await store.open(key)).toBeUndefined()
    })

    multipartContractTests(open)

    test('list returns only the files with the prefix, with their times', async () => {
      const store = await open()
      const text = (value: string) => Readable.from([Buffer.from(value)])
      const before = Date.now() - 2_000
      await store.put('content/one', text('1'), largeLimit)
      await store.put('content/two/small', text('2'), largeLimit)
      await store.put('contents/three', text('3'), largeLimit)

      const listed = await collect(store.list('content/'))

      expect(listed.map(({ key }) => key).toSorted()).toEqual(['content/one', 'content/two/small'])
      for (const { lastModified } of listed) expect(lastModified.getTime()).toBeGreaterThan(before)
      expect(await collect(store.list('nothing/'))).toEqual([])
      const all = (await collect(store.list(''))).map(({ key }) => key)
      expect(all).toEqual(expect.arrayContaining(['content/one', 'content/two/small', 'contents/three']))
      expect(all.filter((key) => !/^[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(key))).toEqual([])
    })

    test.each([
      '',
      '..',
      '../x',
      'a/../../x',
      '/etc/passwd',
      'a//b',
      'A',
      'a.b',
      'a\0b',
      'a/',
      'x'.repeat(300),
    ])('the key %o is rejected', async (key) => {
      const store = await open()

      await expect(store.put(key, Readable.from([]), largeLimit)).rejects.toThrow('Not a storage key')
      await expect(store.open(key)).rejects.toThrow('Not a storage key')
      await expect(store.remove(key)).rejects.toThrow('Not a storage key')
    })
  })
}

function* chunks(bytes: Buffer, size: number, error?: Error) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
  if (error) throw error
}

const mebibyte = 1024 ** 2

/** Tests of resumable uploads for every file store. */
function multipartContractTests(open: () => Promise<FileStore>): void {
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
        return files.append(
          { key, storeState },
          Readable.from(uploadChunks(bytes.subarray(offset, end), error)),
          {
            offset,
            size,
            onStored: (stored) => hash.update(stored),
            saveState: async (state) => {
              storeState = state
            },
          },
        )
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
    const superseded = file.files.append(file.upload(), Readable.from(uploadChunks(file.bytes)), {
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

async function collect<T>(items: AsyncIterable<T>): Promise<Array<T>> {
  const collected: Array<T> = []
  for await (const item of items) collected.push(item)
  return collected
}

async function read(files: FileStore, key: string): Promise<Buffer | undefined> {
  const bytes = await files.open(key)
  return bytes && (await buffer(bytes))
}

function* uploadChunks(bytes: Buffer, error?: Error) {
  for (let start = 0; start < bytes.length; start += 65_536) yield bytes.subarray(start, start + 65_536)
  if (error) throw error
}
