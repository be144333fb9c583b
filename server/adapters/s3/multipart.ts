import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import {
  type AppendOptions,
  type FileStore,
  FileTooLargeError,
  type PartialUpload,
} from '../../ports/file-store.ts'
import { assertStorageKey, ignoreAbort } from '../disk/io.ts'
import { type Bucket, ignoreMissing, partSizeBytes } from './client.ts'
import { requireObject } from './objects.ts'

/**
 * The state of an upload: parts of equal size, and `tail` more bytes, which are too few for a part and stored as a
 * separate object. After a crash that object may have more bytes than the state says; the state is correct.
 */
type MultipartState = { uploadId: string; parts: Array<string>; tail: number }

/** Resumable uploads as multipart uploads of the store. They use no local disk, and the memory of one part. */
export function s3Multipart(at: Bucket): Pick<FileStore, 'uploadedBytes' | 'append' | 'complete' | 'abort'> {
  const { client, completer, bucket: Bucket } = at

  return {
    async uploadedBytes(upload) {
      const state = parseState(upload)
      return state ? storedSize(state) : 0
    },

    async append(upload, bytes, appending) {
      assertStorageKey(upload.key)
      bytes.on('error', () => undefined)
      try {
        const state = parseState(upload) ?? (await createMultipartUpload(at, upload.key, appending.saveState))
        return await appendParts(at, { key: upload.key, state }, bytes, appending)
      } catch (error) {
        bytes.destroy()
        throw error
      }
    },

    async complete(upload) {
      const state = parseState(upload)
      if (!state) throw new Error('Nothing was uploaded for this file')
      const Key = upload.key
      const Parts = state.parts.map((ETag, index) => ({ ETag, PartNumber: index + 1 }))
      const finish = { Bucket, Key, UploadId: state.uploadId, MultipartUpload: { Parts } }
      // It may be complete already.
      await completer.send(new CompleteMultipartUploadCommand(finish)).catch(ignoreMissing)
      await requireObject(at, Key, storedSize(state))
      await client.send(new DeleteObjectCommand({ Bucket, Key: tailKey(Key) }))
    },

    async abort(upload) {
      const state = parseState(upload)
      const Key = assertStorageKey(upload.key)
      if (!state) return
      const target = { Bucket, Key, UploadId: state.uploadId }
      await client.send(new AbortMultipartUploadCommand(target)).catch(ignoreMissing)
      await client.send(new DeleteObjectCommand({ Bucket, Key: tailKey(Key) }))
    },
  }
}

async function createMultipartUpload(
  { client, bucket: Bucket }: Bucket,
  Key: string,
  saveState: AppendOptions['saveState'],
): Promise<MultipartState> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }))
  if (!UploadId) throw new Error('The store returned no upload id')
  const state = { uploadId: UploadId, parts: [], tail: 0 }
  try {
    await saveState(JSON.stringify(state))
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => undefined)
    throw error
  }
  return state
}

type UploadTarget = { key: string; state: MultipartState }

async function appendParts(
  at: Bucket,
  { key, state }: UploadTarget,
  bytes: Readable,
  appending: AppendOptions,
): Promise<number> {
  const { size, onStored, saveState } = appending
  const tail = state.tail > 0 ? await readTail(at, key, state.tail) : Buffer.alloc(0)
  let current = state
  let tailLength = tail.length
  for await (const part of splitIntoParts(tail, Readable.from(ignoreAbort(bytes)))) {
    if (part.length === tailLength) break
    const end = current.parts.length * partSizeBytes + part.length
    if (end > size) throw new FileTooLargeError(`Received more than ${size} bytes`)
    const isWhole = part.length === partSizeBytes || end === size
    current = isWhole
      ? await addPart(at, { key, state: current }, part)
      : await storeTail(at, { key, state: current }, part)
    await saveState(JSON.stringify(current))
    onStored(part.subarray(tailLength))
    tailLength = 0
    if (end === size) return size
  }
  return storedSize(current)
}

async function addPart(
  { client, bucket: Bucket }: Bucket,
  { key, state }: UploadTarget,
  Body: Buffer,
): Promise<MultipartState> {
  const part = { Bucket, Key: key, UploadId: state.uploadId, PartNumber: state.parts.length + 1, Body }
  const { ETag = '' } = await client.send(new UploadPartCommand(part))
  // The last part may be shorter: its length is the tail's.
  const tail = Body.length === partSizeBytes ? 0 : Body.length - partSizeBytes
  return { ...state, parts: [...state.parts, ETag], tail }
}

async function storeTail(
  { client, bucket: Bucket }: Bucket,
  { key, state }: UploadTarget,
  Body: Buffer,
): Promise<MultipartState> {
  await client.send(new PutObjectCommand({ Bucket, Key: tailKey(key), Body }))
  return { ...state, tail: Body.length }
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
