import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import { storeError } from './s3-errors.ts'

export type S3Settings = {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/** Timeouts: to connect, and without a byte in either direction. */
export type S3Timeouts = { connectMs: number; idleMs: number }
const defaultTimeouts: S3Timeouts = { connectMs: 3_000, idleMs: 10_000 }
const maxAttempts = 2

/** `reader` is for the bytes of files: a buyer who reads slowly must not count as an idle store. */
export type Bucket = { client: S3Client; reader: S3Client; bucket: string; idleMs: number }

/** The size of a part: 10,000 of them exceed our maximum file size, and one is in memory for each upload. */
export const partSizeBytes = 8 * 1024 ** 2

export function openBucket(settings: S3Settings, timeouts: S3Timeouts = defaultTimeouts): Bucket {
  const { connectMs: connectionTimeout, idleMs } = timeouts
  return {
    client: openClient(settings, { connectionTimeout, socketTimeout: idleMs }),
    // Applies until the response begins; the body is watched by `failWhenIdle`.
    reader: openClient(settings, {
      ...{ connectionTimeout, socketTimeout: 0 },
      ...{ requestTimeout: idleMs, throwOnRequestTimeout: true },
    }),
    bucket: settings.bucket,
    idleMs,
  }
}

function openClient(
  { endpoint, region, accessKeyId, secretAccessKey }: S3Settings,
  requestHandler: NonNullable<S3ClientConfig['requestHandler']>,
): S3Client {
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    maxAttempts,
    requestHandler,
    // Some stores do not support the newer checksums, and we hash every part and file anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  // The outermost middleware, so that it also sees the requests of the multipart library.
  client.middlewareStack.add(
    (next, { commandName = 'request' }) =>
      (args) =>
        next(args).catch((error: unknown) => Promise.reject(storeError(error, commandName))),
    { step: 'initialize', name: 'storeErrors', priority: 'high' },
  )
  return client
}
