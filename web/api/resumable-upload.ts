import { DetailedError, Upload } from 'tus-js-client'
import { buildUrl } from '../../contract/route.ts'
import { appendUpload, createUpload, getUpload, terminateUpload } from '../../contract/uploads.ts'
import {
  ApiError,
  networkError,
  pageAccountHeader,
  request,
  requestEndpoint,
  responseError,
} from './client.ts'
import type { TransferProgress } from './upload-form-data.ts'
import { retryDelayMs, type WaitReason, waitReasonOf } from './upload-retry.ts'

/** `waiting`: retries automatically when the cause has passed. */
export type UploadState = 'sending' | 'paused' | 'waiting'

type ResumableUploadOptions = {
  /** The id of an upload that already has a part of this file. */
  resumeUploadId?: string
  /** Called with the server's upload id as soon as the upload exists. */
  onCreated: (uploadId: string) => void
  onProgress: (progress: TransferProgress) => void
  onStateChange: (state: UploadState, waitReason?: WaitReason) => void
  signal: AbortSignal
}

/** A running upload. `done` resolves to the upload id; it rejects with ApiError or the signal's abort reason. */
export type UploadHandle = { done: Promise<string>; pause(): void; resume(): void }

/** The connection counts as dead when no bytes are sent for this long. */
const stallTimeoutMs = 20_000
/** Timeout of the request for the received bytes. */
const probeTimeoutMs = 10_000
/** The delay before the connection is checked again while the browser is offline. */
const offlineDelayMs = 15_000

/**
 * Uploads a file in chunks with tus and resumes after lost connections and server restarts. Imported only when a file
 * is sent.
 */
export function startResumableUpload(
  file: File,
  { resumeUploadId, onCreated, onProgress, onStateChange, signal }: ResumableUploadOptions,
): UploadHandle {
  let isPaused = false
  let interrupt: () => void = () => undefined
  signal.addEventListener('abort', () => interrupt(), { once: true })

  async function uploadUntilDone(): Promise<string> {
    let id = resumeUploadId
    for (let failures = 0; ; ) {
      signal.throwIfAborted()
      if (isPaused) onStateChange('paused')
      else if (navigator.onLine) onStateChange('sending')
      else onStateChange('waiting', 'connection')
      if (isPaused || !navigator.onLine) {
        await interruptibleSleep(isPaused ? undefined : offlineDelayMs, (wake) => (interrupt = wake))
        continue
      }
      const outcome = await uploadOnce(file, id, {
        onCreated(uploadId) {
          id = uploadId
          onCreated(uploadId)
        },
        onProgress(progress) {
          failures = 0
          onProgress(progress)
        },
        onAbortReady: (stop) => (interrupt = stop),
      })
      if (outcome === 'done' && id) return await waitForChecksum(id, { onStateChange, signal })
      if (outcome === 'done' || outcome === 'stopped') continue
      // The upload has expired on the server, so the file is sent from the start.
      const isExpired = id !== undefined && [404, 410].includes(outcome.status)
      if (isExpired) id = undefined
      const waitReason = isExpired ? 'connection' : waitReasonOf(outcome)
      if (!waitReason) throw outcome
      onStateChange('waiting', waitReason)
      await interruptibleSleep(retryDelayMs(failures++, waitReason), (wake) => (interrupt = wake))
    }
  }

  return {
    done: uploadUntilDone(),
    pause() {
      isPaused = true
      interrupt()
    },
    resume() {
      isPaused = false
      interrupt()
    },
  }
}

/** Waits while the server hashes a large file that it has received completely. */
async function waitForChecksum(
  uploadId: string,
  { onStateChange, signal }: Pick<ResumableUploadOptions, 'onStateChange' | 'signal'>,
): Promise<string> {
  for (let failures = 0; ; ) {
    const upload = await request(getUpload, { params: { uploadId }, signal }).catch((error: unknown) => {
      if (error instanceof ApiError && waitReasonOf(error)) return error
      throw error
    })
    const waitReason = upload instanceof ApiError ? waitReasonOf(upload) : undefined
    if (!(upload instanceof ApiError) && upload.sha256) return uploadId
    if (waitReason) onStateChange('waiting', waitReason)
    else onStateChange('sending')
    failures = waitReason ? failures + 1 : 0
    await interruptibleSleep(retryDelayMs(failures, waitReason ?? 'connection'), () => undefined)
  }
}

/** Cancels an upload. The server removes it after a week when this request is lost. */
export async function cancelUpload(uploadId: string): Promise<void> {
  await requestEndpoint<typeof terminateUpload>(terminateUpload, {
    params: { uploadId },
    headers: { 'tus-resumable': '1.0.0' },
  }).catch(() => undefined)
}

type AttemptOptions = Pick<ResumableUploadOptions, 'onCreated' | 'onProgress'> & {
  onAbortReady: (stop: () => void) => void
}

/** One attempt. Resolves to `done`, to `stopped` when it was interrupted, or to the error. */
function uploadOnce(
  file: File,
  id: string | undefined,
  { onCreated, onProgress, onAbortReady }: AttemptOptions,
): Promise<'done' | 'stopped' | ApiError> {
  let cleanUp: () => void = () => undefined
  const outcome = new Promise<'done' | 'stopped' | ApiError>((resolve) => {
    const stop = (result: 'stopped' | ApiError) => {
      void upload.abort()
      resolve(result)
    }
    const failAsOffline = () => stop(networkError())
    let stallTimer = setTimeout(failAsOffline, stallTimeoutMs)
    // The browser counts bytes as sent once they are buffered. Only the server knows whether they arrived.
    const probe = async (previousBytes: number) => {
      const received = await receivedBytes(uploadIdOf(upload))
      if (received === undefined || received === previousBytes) return failAsOffline()
      if (received === file.size) return stop('stopped')
      stallTimer = setTimeout(probe, stallTimeoutMs, received)
    }
    window.addEventListener('offline', failAsOffline)
    cleanUp = () => {
      clearTimeout(stallTimer)
      window.removeEventListener('offline', failAsOffline)
    }
    const upload = new Upload(file, {
      // With an upload URL to resume, no endpoint is set: tus would otherwise create a new upload after an error.
      ...(id
        ? { uploadUrl: buildUrl(appendUpload, { params: { uploadId: id } }) }
        : { endpoint: createUpload.path }),
      headers: pageAccountHeader(),
      metadata: { filename: file.name },
      retryDelays: null,
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => onCreated(uploadIdOf(upload)),
      onProgress(loaded, total) {
        clearTimeout(stallTimer)
        stallTimer =
          loaded < total
            ? setTimeout(failAsOffline, stallTimeoutMs)
            : setTimeout(probe, stallTimeoutMs, undefined)
        onProgress({ loaded, total })
      },
      onSuccess: () => resolve('done'),
      onError: (error) => resolve(toApiError(error)),
    })
    onAbortReady(() => stop('stopped'))
    upload.start()
  })
  return outcome.finally(() => cleanUp())
}

function toApiError(error: Error): ApiError {
  const response = error instanceof DetailedError ? error.originalResponse : null
  if (!response || response.getStatus() === 0) return networkError()
  const status = response.getStatus()
  // A HEAD response has no body.
  return responseError(status, status === 401 ? 'Unauthorized' : '', response.getBody())
}

function uploadIdOf({ url }: Upload): string {
  return url?.split('/').at(-1) ?? ''
}

/** The number of bytes that the server has received; undefined when it does not answer. */
async function receivedBytes(uploadId: string): Promise<number | undefined> {
  const signal = AbortSignal.timeout(probeTimeoutMs)
  return request(getUpload, { params: { uploadId }, signal }).then(
    ({ offset }) => offset,
    () => undefined,
  )
}

/** Sleeps for `ms`, or until `wake` is called or the browser is online again. */
function interruptibleSleep(ms: number | undefined, onWakeReady: (wake: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = ms === undefined ? undefined : setTimeout(wake, ms)
    function wake() {
      clearTimeout(timer)
      window.removeEventListener('online', wake)
      resolve()
    }
    if (ms !== undefined) window.addEventListener('online', wake)
    onWakeReady(wake)
  })
}
