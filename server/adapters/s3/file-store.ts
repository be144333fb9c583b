import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { requireSize } from '../../http/exact-bytes.ts'
import { contentDisposition } from '../../http/file-response.ts'
import {
  createFileSums,
  type FileStore,
  FileTooLargeError,
  type PresignOptions,
  type StoredFile,
  type StoredObject,
  StoreUnavailableError,
} from '../../ports/file-store.ts'
import { assertStorageKey } from '../disk/io.ts'
import {
  type Bucket,
  ignoreMissing,
  openBucket,
  partSizeBytes,
  type S3Settings,
  type S3Timeouts,
} from './client.ts'
import { s3Multipart } from './multipart.ts'
import { readObject, requireObject } from './objects.ts'

/** Concurrent parts of one form. */
const uploadConcurrency = 2

/**
 * Files in a bucket of an S3-compatible store. With `presignedUrlsEnabled` browsers download from it by presigned URL,
 * which does not work when the site is on https and the store is not.
 */
export function createS3FileStore(
  settings: S3Settings,
  { presignedUrlsEnabled, timeouts }: { presignedUrlsEnabled: boolean; timeouts?: S3Timeouts },
): FileStore {
  const at = openBucket(settings, timeouts)
  const { client, bucket } = at

  return {
    put: async (key, bytes, { maxBytes }) => put(at, assertStorageKey(key), bytes, maxBytes),

    open: async (key, range) => readObject(at, assertStorageKey(key), range),

    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: assertStorageKey(key) }))
    },

    ...s3Multipart(at),
    list: (folder) => list(at, folder),
    abortStaleUploads: (inactiveSince) => abortStaleUploads(at, inactiveSince),

    ...(presignedUrlsEnabled && {
      presignedUrl: (key, options) => presignedUrl(at, assertStorageKey(key), options),

      async sentEtag(key) {
        const head = new HeadObjectCommand({ Bucket: bucket, Key: assertStorageKey(key) })
        return (await client.send(head).catch(ignoreMissing))?.ETag
      },
    }),
  }
}

async function put(
  { client, bucket }: Pick<Bucket, 'client' | 'bucket'>,
  key: string,
  bytes: Readable,
  maxBytes: number,
): Promise<StoredFile> {
  const sums = createFileSums()
  let size = 0
  async function* counted() {
    for await (const chunk of bytes) {
      const chunkBytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk)
      size += chunkBytes.length
      if (size > maxBytes) throw new FileTooLargeError(`Received more than ${maxBytes} bytes`)
      sums.add(chunkBytes)
      yield chunkBytes
    }
  }
  // A stream may fail before it is read, and an unhandled error event would end the process.
  bytes.on('error', () => undefined)
  const upload = new Upload({
    client,
    leavePartsOnError: true,
    partSize: partSizeBytes,
    queueSize: uploadConcurrency,
    // The store itself rejects overwriting an existing object.
    params: {
      Bucket: bucket,
      Key: key,
      Body: Readable.from(counted(), { objectMode: false }),
      IfNoneMatch: '*',
    },
  })
  try {
    await upload.done()
    await requireObject({ client, bucket }, key, size)
    return { size, ...sums.result() }
  } catch (error) {
    bytes.destroy()
    const removing = removeParts({ client, bucket }, key, upload.uploadId)
    // Nobody waits once more for a store that does not answer. What it keeps is removed by `abortStaleUploads`.
    if (!(error instanceof StoreUnavailableError)) await removing
    throw error
  }
}

async function removeParts(
  { client, bucket: Bucket }: Pick<Bucket, 'client' | 'bucket'>,
  Key: string,
  UploadId: string | undefined,
): Promise<void> {
  if (UploadId === undefined) return
  await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => undefined)
}

async function presignedUrl(
  { client, bucket: Bucket }: Bucket,
  Key: string,
  { name, type, expiresInSeconds, sizeBytes }: PresignOptions,
) {
  const object = await client.send(new HeadObjectCommand({ Bucket, Key })).catch(ignoreMissing)
  if (!object) return undefined
  if (object.ContentLength !== undefined) requireSize(Key, object.ContentLength, sizeBytes)
  const get = new GetObjectCommand({
    Bucket,
    Key,
    ResponseContentDisposition: contentDisposition('attachment', name),
    ResponseContentType: type,
    ResponseCacheControl: 'private, no-store',
  })
  return getSignedUrl(client, get, { expiresIn: expiresInSeconds })
}

async function* list({ client, bucket }: Bucket, folder: string): AsyncGenerator<StoredObject> {
  for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: folder })) {
    for (const { Key, LastModified } of page.Contents ?? []) {
      if (Key && LastModified) yield { key: Key, lastModified: LastModified }
    }
  }
}

/** Aborts unfinished multipart uploads. A store that cannot list them needs a lifecycle rule (docs/operate/object-store.md). */
async function abortStaleUploads({ client, bucket: Bucket }: Bucket, inactiveSince: Date): Promise<number> {
  const listed = await client.send(new ListMultipartUploadsCommand({ Bucket })).catch((error: unknown) => {
    if (Object(error).name === 'NotImplemented') return undefined
    throw error
  })
  const stale = (listed?.Uploads ?? []).filter(({ Initiated }) => Initiated && Initiated < inactiveSince)
  for (const { Key, UploadId } of stale) {
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(ignoreMissing)
  }
  return stale.length
}
