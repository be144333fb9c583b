import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import {
  type AppendOptions,
  type FileStore,
  FileTooLargeError,
  type PartialUpload,
} from '../ports/file-store.ts'
import { ignoreAbort } from './disk-io.ts'
import { type Bucket, partSizeBytes } from './s3-client.ts'
import { isMissing, unlessMissing } from './s3-errors.ts'
import { assertStorageKey } from './storage-key.ts'

/**
 * The state of an upload: parts of equal size, and `tail` more bytes, which are too few for a part and stored as a
 * separate object. After a crash that object may have more bytes than the state says; the state is correct.
 */
type MultipartState = { uploadId: string; parts: Array<string>; tail: number }

/** Resumable uploads are multipart uploads of the store. They use no disk of ours and one part of memory. */
export function s3Multipart(at: Bucket): Pick<FileStore, 'uploadedBytes' | 'append' | 'complete' | 'abort'> {
  const { client, bucket: Bucket } = at

  return {
    async uploadedBytes(arrival) {
      const note = parseState(arrival)
      return note ? storedSize(note) : 0
    },

    async append(arrival, bytes, appending) {
      assertStorageKey(arrival.key)
      bytes.on('error', () => undefined)
      try {
        const note =
          parseState(arrival) ?? (await createMultipartUpload(at, arrival.key, appending.saveState))
        return await appendParts(at, { key: arrival.key, note }, bytes, appending)
      } catch (error) {
        bytes.destroy()
        throw error
      }
    },

    async complete(arrival) {
      const note = parseState(arrival)
      if (!note) throw new Error('Nothing was uploaded for this file')
      const Key = arrival.key
      const Parts = note.parts.map((ETag, index) => ({ ETag, PartNumber: index + 1 }))
      const finish = { Bucket, Key, UploadId: note.uploadId, MultipartUpload: { Parts } }
      await client.send(new CompleteMultipartUploadCommand(finish)).catch(async (error) => {
        if (!isMissing(error)) throw error
        // It is complete already, or this throws.
        await client.send(new HeadObjectCommand({ Bucket, Key }))
      })
      await client.send(new DeleteObjectCommand({ Bucket, Key: tailKey(Key) }))
    },

    async abort(arrival) {
      const note = parseState(arrival)
      const Key = assertStorageKey(arrival.key)
      if (!note) return
      const dropped = { Bucket, Key, UploadId: note.uploadId }
      await client.send(new AbortMultipartUploadCommand(dropped)).catch(unlessMissing)
      await client.send(new DeleteObjectCommand({ Bucket, Key: tailKey(Key) }))
    },
  }
}

async function createMultipartUpload(
  { client, bucket: Bucket }: Bucket,
  Key: string,
  keep: AppendOptions['saveState'],
): Promise<MultipartState> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }))
  if (!UploadId) throw new Error('The store returned no upload id')
  const note = { uploadId: UploadId, parts: [], tail: 0 }
  try {
    await keep(JSON.stringify(note))
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => undefined)
    throw error
  }
  return note
}

type UploadTarget = { key: string; note: MultipartState }

async function appendParts(
  at: Bucket,
  { key, note }: UploadTarget,
  bytes: Readable,
  appending: AppendOptions,
): Promise<number> {
  const { size, onStored, saveState } = appending
  const tail = note.tail > 0 ? await readTail(at, key, note.tail) : Buffer.alloc(0)
  let state = note
  let known = tail.length
  for await (const part of splitIntoParts(tail, Readable.from(ignoreAbort(bytes)))) {
    if (part.length === known) break
    const end = state.parts.length * partSizeBytes + part.length
    if (end > size) throw new FileTooLargeError(`Received more than ${size} bytes`)
    const isWhole = part.length === partSizeBytes || end === size
    state = isWhole
      ? await addPart(at, { key, note: state }, part)
      : await storeTail(at, { key, note: state }, part)
    await saveState(JSON.stringify(state))
    onStored(part.subarray(known))
    known = 0
    if (end === size) return size
  }
  return storedSize(state)
}

async function addPart(
  { client, bucket: Bucket }: Bucket,
  { key, note }: UploadTarget,
  Body: Buffer,
): Promise<MultipartState> {
  const part = { Bucket, Key: key, UploadId: note.uploadId, PartNumber: note.parts.length + 1, Body }
  const { ETag = '' } = await client.send(new UploadPartCommand(part))
  // The last part may be shorter: its length is the tail's.
  const tail = Body.length === partSizeBytes ? 0 : Body.length - partSizeBytes
  return { ...note, parts: [...note.parts, ETag], tail }
}

async function storeTail(
  { client, bucket: Bucket }: Bucket,
  { key, note }: UploadTarget,
  Body: Buffer,
): Promise<MultipartState> {
  await client.send(new PutObjectCommand({ Bucket, Key: tailKey(key), Body }))
  return { ...note, tail: Body.length }
}

async function readTail({ client, bucket: Bucket }: Bucket, key: string, length: number): Promise<Buffer> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: tailKey(key) }))
  if (!(Body instanceof Readable)) throw new Error('The store returned no bytes')
  return (await buffer(Body)).subarray(0, length)
}

/**
 * Splits bytes into parts of equal size, which some stores require; the last may be shorter. `first` precedes the
 * bytes.
 */
async function* splitIntoParts(first: Buffer, bytes: Readable): AsyncGenerator<Buffer> {
  let buffered = [first]
  let length = first.length
  for await (const chunk of bytes) {
    buffered.push(chunk)
    length += chunk.length
    while (length >= partSizeBytes) {
      const all = Buffer.concat(buffered)
      yield all.subarray(0, partSizeBytes)
      buffered = [all.subarray(partSizeBytes)]
      length -= partSizeBytes
    }
  }
  if (length > 0) yield Buffer.concat(buffered)
}

function storedSize({ parts, tail }: MultipartState): number {
  return parts.length * partSizeBytes + tail
}

function tailKey(key: string): string {
  return `arriving/${key.replaceAll('/', '-')}`
}

/** The state is our own JSON from the database. */
function parseState({ storeState }: PartialUpload): MultipartState | undefined {
  return storeState === '' ? undefined : JSON.parse(storeState)
}
