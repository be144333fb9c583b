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
import { type Appending, type Arrival, type FileStore, TooLarge } from '../ports/file-store.ts'
import { whatComes } from './disk-files.ts'
import { type Bucket, partSize } from './s3-client.ts'
import { isMissing, unlessMissing } from './s3-errors.ts'
import { checkKey } from './storage-key.ts'

/**
 * What has come of a file: parts of equal size, and `tail` bytes more, too few for a part, which wait in an object of their own.
 * The object may hold more than the note says, when we were ended in between; what the note says is true.
 */
type Note = { uploadId: string; parts: Array<string>; tail: number }

/** Files that come in pieces are multipart uploads of the store. Nothing of them touches our disk, and one part our memory. */
export function s3Arrivals(at: Bucket): Pick<FileStore, 'arrived' | 'append' | 'complete' | 'abandon'> {
  const { client, bucket: Bucket } = at

  return {
    async arrived(arrival) {
      const note = read(arrival)
      return note ? sizeOf(note) : 0
    },

    async append(arrival, bytes, appending) {
      checkKey(arrival.key)
      bytes.on('error', () => undefined)
      try {
        const note = read(arrival) ?? (await begin(at, arrival.key, appending.keep))
        return await grow(at, { key: arrival.key, note }, bytes, appending)
      } catch (error) {
        bytes.destroy()
        throw error
      }
    },

    async complete(arrival) {
      const note = read(arrival)
      if (!note) throw new Error('Nothing has come of this file')
      const Key = arrival.key
      const Parts = note.parts.map((ETag, index) => ({ ETag, PartNumber: index + 1 }))
      const finish = { Bucket, Key, UploadId: note.uploadId, MultipartUpload: { Parts } }
      await client.send(new CompleteMultipartUploadCommand(finish)).catch(async (error) => {
        if (!isMissing(error)) throw error
        // It is complete already, or this throws.
        await client.send(new HeadObjectCommand({ Bucket, Key }))
      })
      await client.send(new DeleteObjectCommand({ Bucket, Key: tailOf(Key) }))
    },

    async abandon(arrival) {
      const note = read(arrival)
      const Key = checkKey(arrival.key)
      if (!note) return
      const dropped = { Bucket, Key, UploadId: note.uploadId }
      await client.send(new AbortMultipartUploadCommand(dropped)).catch(unlessMissing)
      await client.send(new DeleteObjectCommand({ Bucket, Key: tailOf(Key) }))
    },
  }
}

async function begin(
  { client, bucket: Bucket }: Bucket,
  Key: string,
  keep: Appending['keep'],
): Promise<Note> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }))
  if (!UploadId) throw new Error('The store began no upload')
  const note = { uploadId: UploadId, parts: [], tail: 0 }
  try {
    await keep(JSON.stringify(note))
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => undefined)
    throw error
  }
  return note
}

type Growing = { key: string; note: Note }

async function grow(
  at: Bucket,
  { key, note }: Growing,
  bytes: Readable,
  appending: Appending,
): Promise<number> {
  const { size, onStored, keep } = appending
  const tail = note.tail > 0 ? await readTail(at, key, note.tail) : Buffer.alloc(0)
  let now = note
  let known = tail.length
  for await (const part of inParts(tail, Readable.from(whatComes(bytes)))) {
    if (part.length === known) break
    const end = now.parts.length * partSize + part.length
    if (end > size) throw new TooLarge(`More than ${size} bytes`)
    const isWhole = part.length === partSize || end === size
    now = isWhole ? await addPart(at, { key, note: now }, part) : await putTail(at, { key, note: now }, part)
    await keep(JSON.stringify(now))
    onStored(part.subarray(known))
    known = 0
    if (end === size) return size
  }
  return sizeOf(now)
}

async function addPart(
  { client, bucket: Bucket }: Bucket,
  { key, note }: Growing,
  Body: Buffer,
): Promise<Note> {
  const part = { Bucket, Key: key, UploadId: note.uploadId, PartNumber: note.parts.length + 1, Body }
  const { ETag = '' } = await client.send(new UploadPartCommand(part))
  // The last part may be shorter: its length is the tail's in the sum.
  const tail = Body.length === partSize ? 0 : Body.length - partSize
  return { ...note, parts: [...note.parts, ETag], tail }
}

async function putTail(
  { client, bucket: Bucket }: Bucket,
  { key, note }: Growing,
  Body: Buffer,
): Promise<Note> {
  await client.send(new PutObjectCommand({ Bucket, Key: tailOf(key), Body }))
  return { ...note, tail: Body.length }
}

async function readTail({ client, bucket: Bucket }: Bucket, key: string, length: number): Promise<Buffer> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: tailOf(key) }))
  if (!(Body instanceof Readable)) throw new Error('The store gave no bytes')
  return (await buffer(Body)).subarray(0, length)
}

/** Parts of exactly the same size, which some stores insist on; the last may be shorter. `first` comes before the bytes. */
async function* inParts(first: Buffer, bytes: Readable): AsyncGenerator<Buffer> {
  let waiting = [first]
  let length = first.length
  for await (const chunk of bytes) {
    waiting.push(chunk)
    length += chunk.length
    while (length >= partSize) {
      const all = Buffer.concat(waiting)
      yield all.subarray(0, partSize)
      waiting = [all.subarray(partSize)]
      length -= partSize
    }
  }
  if (length > 0) yield Buffer.concat(waiting)
}

function sizeOf({ parts, tail }: Note): number {
  return parts.length * partSize + tail
}

function tailOf(key: string): string {
  return `arriving/${key.replaceAll('/', '-')}`
}

/** Our own words, kept for us by the database. */
function read({ note }: Arrival): Note | undefined {
  return note === '' ? undefined : JSON.parse(note)
}
