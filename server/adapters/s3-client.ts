import { S3Client } from '@aws-sdk/client-s3'
import { StorageFull } from '../ports/file-store.ts'

export type S3Settings = {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}
export type Bucket = { client: S3Client; bucket: string }

/** Bytes of a part: 10,000 of them are more than any file we take, and one is held in memory for each upload. */
export const partSize = 8 * 1024 ** 2

export function openBucket({ endpoint, region, bucket, ...credentials }: S3Settings): Bucket {
  const client = new S3Client({
    endpoint,
    region,
    credentials,
    forcePathStyle: true,
    // Not every store knows the newer checksums; each part and each whole file is hashed by us anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return { client, bucket }
}

/** The store has no such thing; any other error is a fault. */
export function isMissing(error: unknown): boolean {
  const { name, $metadata } = Object(error)
  return /^(NoSuchKey|NoSuchUpload|NotFound)$/.test(String(name)) || $metadata?.httpStatusCode === 404
}

export function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

/** Stores say in their own words that they are full. */
export function orFull(error: unknown): unknown {
  const { name, $metadata } = Object(error)
  const isFull =
    /StorageFull|QuotaExceeded|InsufficientStorage/i.test(String(name)) || $metadata?.httpStatusCode === 507
  return isFull ? new StorageFull('The object store is full', { cause: error }) : error
}
