import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import { StorageFullError, StoreUnavailableError } from '../../ports/file-store.ts'

/** The store has no such object or upload. A missing bucket does not count. */
function isMissing(error: unknown): boolean {
  const { name, status } = parseStoreError(error)
  if (name === 'NoSuchBucket') return false
  return /^(NoSuchKey|NoSuchUpload|NotFound)$/.test(name) || status === 404
}

/** For `catch`: returns undefined when the object or upload does not exist, and throws every other error again. */
export function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

/**
 * Maps errors of a full, unresponsive or denying store to the port's errors. Errors about one object (missing,
 * existing) and our own mistakes stay as they are.
 */
function storeError(error: unknown, command: string): unknown {
  const { name, status, code, message } = parseStoreError(error)
  if (/StorageFull|QuotaExceeded|InsufficientStorage/i.test(name) || status === 507)
    return new StorageFullError('The object store is full', { cause: error })
  if (!isUnavailable({ name, status, code })) return error
  // The status has precedence: a proxy in front of the store may answer with a page, and the parser's message about it
  // is useless.
  const action = command.replace(/Command$/, '')
  const result = status === undefined ? `${action} got no answer` : `${action} was answered HTTP ${status}`
  return new StoreUnavailableError(`${result}: ${name}: ${message.split('\n')[0]}`, { cause: error })
}

/** A message about the object store that names the setting to check. */
export function s3ErrorMessage(error: unknown, { endpoint, bucket, region }: Settings): string {
  const { name, code, status, message } = parseStoreError(
    error instanceof StoreUnavailableError ? error.cause : error,
  )
  if (name === 'NoSuchBucket' || status === 404)
    return `S3_BUCKET: there is no bucket ${bucket} at ${endpoint}. Create it, or set S3_BUCKET to an existing bucket.`
  if (/Region|AuthorizationHeaderMalformed|PermanentRedirect/.test(name))
    return `S3_REGION: ${bucket} is not in ${region} (${name}). Set the region of the bucket.`
  if (name === 'InvalidAccessKeyId')
    return `S3_ACCESS_KEY_ID: ${endpoint} does not know this key. Set the ID of a key that can use ${bucket}.`
  if (name === 'SignatureDoesNotMatch')
    return `S3_SECRET_ACCESS_KEY: ${endpoint} rejects this secret. Set the one that belongs to S3_ACCESS_KEY_ID.`
  if (status === 401 || status === 403)
    return `S3_ACCESS_KEY_ID: this key cannot write, read and delete in ${bucket} (${name}). Grant it those permissions.`
  if (/CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|EPROTO/.test(code ?? ''))
    return `S3_ENDPOINT: the certificate of ${endpoint} is not trusted (${code}). Use the host name it was issued for.`
  const reason = status === undefined ? (code ?? message) : `HTTP ${status}`
  return `S3_ENDPOINT: no object store responds at ${endpoint} (${reason}). Check the address.`
}

type Settings = { endpoint: string; bucket: string; region: string }
type StoreError = { name: string; status: number | undefined; code: string | undefined }

function isUnavailable({ name, status, code }: StoreError): boolean {
  if (status === undefined) return code !== undefined || name === 'TimeoutError'
  if (name === 'NotImplemented') return false
  if (name === 'NoSuchBucket' || /^(Authorization|ExpiredToken|InvalidToken|InvalidRegion)/.test(name))
    return true
  return status < 400 || status >= 500 || [401, 403, 429].includes(status)
}

function parseStoreError(error: unknown): StoreError & { message: string } {
  const { name, message, code, $metadata } = Object(error)
  const status = $metadata?.httpStatusCode
  return {
    name: String(name),
    message: String(message),
    status: typeof status === 'number' ? status : undefined,
    code: typeof code === 'string' ? code : undefined,
  }
}

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
      connectionTimeout,
      socketTimeout: 0,
      requestTimeout: idleMs,
      throwOnRequestTimeout: true,
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
