import { HeadObjectCommand, S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import { StorageFullError, StoreUnavailableError } from '../../ports/file-store.ts'
import { type BreakerLimits, type StoreBreaker, storeBreaker } from './breaker.ts'

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
  if (name === 'RequestTimeTooSkewed')
    return `S3_ENDPOINT: the clocks of this machine and of ${endpoint} differ by more than 15 minutes. Start time synchronization (timedatectl set-ntp true).`
  if (status === 401 || status === 403)
    return `S3_ACCESS_KEY_ID: this key cannot write, read and delete in ${bucket} (${name}). Grant it those permissions.`
  if (/CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|EPROTO/.test(code ?? ''))
    return `S3_ENDPOINT: the certificate of ${endpoint} is not trusted (${code}). Use the host name it was issued for.`
  const reason = status === undefined ? (code ?? message) : `HTTP ${status}`
  return `S3_ENDPOINT: no object store responds at ${endpoint} (${reason}). Check the address.`
}

type Settings = { endpoint: string; bucket: string; region: string }
type StoreError = { name: string; status: number | undefined; code: string | undefined }

/** A timeout, or a connection that failed or broke. */
function isUnanswered({ name, status, code }: StoreError): boolean {
  return status === undefined && (code !== undefined || name === 'TimeoutError')
}

function isUnavailable({ name, status, code }: StoreError): boolean {
  if (status === undefined) return isUnanswered({ name, status, code })
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

/**
 * Timeouts: to connect, without a byte in either direction, and until when a call that failed is repeated once. Whoever
 * waits for a store that accepts and never answers so waits for `idleMs`.
 */
export type S3Timeouts = {
  connectMs: number
  idleMs: number
  repeatWithinMs?: number
} & Partial<BreakerLimits>
/** From 6,000 on the client begins to count 3 seconds late. */
const defaultTimeouts: S3Timeouts = { connectMs: 3_000, idleMs: 5_900, repeatWithinMs: 5_000 }
const defaultLimits: BreakerLimits = { maxUnanswered: 3, probeEveryMs: 5_000 }
/** A store answers when it has put all parts of an upload together, which may take it long. */
const minCompleteMs = 30_000

/**
 * `reader` is for the bytes of files: a buyer who reads slowly must not count as an idle store. `completer` has more
 * time, and is for completing uploads.
 */
export type Bucket = {
  client: S3Client
  reader: S3Client
  completer: S3Client
  bucket: string
  idleMs: number
}

/** The size of a part: 10,000 of them exceed our maximum file size, and one is in memory for each upload. */
export const partSizeBytes = 8 * 1024 ** 2

export function openBucket(settings: S3Settings, timeouts: S3Timeouts = defaultTimeouts): Bucket {
  const { connectMs: connectionTimeout, idleMs, repeatWithinMs = Number.POSITIVE_INFINITY } = timeouts
  const prober = openClient(settings, { connectionTimeout, socketTimeout: idleMs }, { repeatWithinMs: 0 })
  const breaker = storeBreaker({
    ...defaultLimits,
    ...timeouts,
    isUnanswered: (error) =>
      error instanceof StoreUnavailableError && isUnanswered(parseStoreError(error.cause)),
    probe: () => isAnswered(prober, settings.bucket),
  })
  const guard = { breaker, repeatWithinMs }
  return {
    client: openClient(settings, { connectionTimeout, socketTimeout: idleMs }, guard),
    // Applies until the response begins; the body is watched by `failWhenIdle`.
    reader: openClient(
      settings,
      { connectionTimeout, socketTimeout: 0, requestTimeout: idleMs, throwOnRequestTimeout: true },
      guard,
    ),
    completer: openClient(
      settings,
      { connectionTimeout, socketTimeout: Math.max(idleMs, minCompleteMs) },
      guard,
    ),
    bucket: settings.bucket,
    idleMs,
  }
}

/** Whether the store answers anything, also that there is no such object or that we may not ask. */
async function isAnswered(prober: S3Client, Bucket: string): Promise<boolean> {
  try {
    await prober.send(new HeadObjectCommand({ Bucket, Key: 'store/probe' }))
    return true
  } catch (error) {
    const cause = error instanceof StoreUnavailableError ? error.cause : error
    return !isUnanswered(parseStoreError(cause))
  }
}

type Guard = { breaker?: StoreBreaker; repeatWithinMs: number }

function openClient(
  { endpoint, region, accessKeyId, secretAccessKey }: S3Settings,
  requestHandler: NonNullable<S3ClientConfig['requestHandler']>,
  { breaker, repeatWithinMs }: Guard,
): S3Client {
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    retryStrategy: repeatOnce(repeatWithinMs),
    requestHandler,
    // Some stores do not support the newer checksums, and we hash every part and file anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  // The outermost middleware, so that it also sees the requests of the multipart library.
  client.middlewareStack.add(
    (next, { commandName = 'request' }) =>
      (args) => {
        const call = () =>
          next(args).catch((error: unknown) => Promise.reject(storeError(error, commandName)))
        return breaker ? breaker.run(call) : call()
      },
    { step: 'initialize', name: 'storeErrors', priority: 'high' },
  )
  return client
}

const repeatDelayMs = 100

/** Repeats a call that the store did not answer, or answered with an error of its own, unless it took too long. */
function repeatOnce(withinMs: number): Exclude<S3ClientConfig['retryStrategy'], undefined> {
  const startedAt = new WeakMap<object, number>()
  const token = (count: number) => ({
    getRetryCount: () => count,
    getRetryDelay: () => count * repeatDelayMs,
  })
  return {
    async acquireInitialRetryToken() {
      const first = token(0)
      startedAt.set(first, performance.now())
      return first
    },
    async refreshRetryTokenForRetry(failed, { errorType }) {
      const tookMs = performance.now() - (startedAt.get(failed) ?? 0)
      if (failed.getRetryCount() > 0 || errorType === 'CLIENT_ERROR' || tookMs > withinMs)
        throw new Error('The call is not repeated')
      return token(1)
    },
    recordSuccess: () => undefined,
  }
}
