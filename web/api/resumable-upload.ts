import { DetailedError, Upload } from 'tus-js-client'
import { appendUpload, createUpload, getUpload, terminateUpload } from '../../contract/resumable-uploads.ts'
import { buildUrl } from '../../contract/route.ts'
import { ApiError, networkError } from './api-error.ts'
import { request, requestEndpoint } from './client.ts'
import type { TransferProgress } from './upload-form-data.ts'
import { retryDelayMs, type WaitReason, waitReasonOf } from './upload-retry.ts'

/** `waiting`: it goes on automatically, as soon as what it waits for is back. */
export type UploadState = 'sending' | 'paused' | 'waiting'

type ResumableUploadOptions = {
  /** The upload that has a part of this file already. */
  resumeUploadId?: string
  /** The server's name for it, as soon as there is one. */
  onCreated: (uploadId: string) => void
  onProgress: (sent: TransferProgress) => void
  onStateChange: (state: UploadState, waitsFor?: WaitReason) => void
  signal: AbortSignal
}

/** A file on its way. `done` gives the upload's id; it throws ApiError, or what the signal was ended with. */
export type UploadHandle = { done: Promise<string>; pause(): void; resume(): void }

/** Time in which some bytes must go, or the connection is taken for dead. */
const stallTimeoutMs = 20_000
/** Time that the server gets to say how much has come. */
const probeTimeoutMs = 10_000
const offlineDelayMs = 15_000

/** Sends a file in pieces and goes on wherever it breaks: lost connections, a server that starts again. Imported only when a file is sent. */
export function startResumableUpload(
  file: File,
  { resumeUploadId, onCreated, onProgress, onStateChange, signal }: ResumableUploadOptions,
): UploadHandle {
  let paused = false
  let wake: () => void = () => undefined
  signal.addEventListener('abort', () => wake(), { once: true })

  async function uploadUntilDone(): Promise<string> {
    let id = resumeUploadId
    for (let failures = 0; ; ) {
      signal.throwIfAborted()
      if (paused) onStateChange('paused')
      else if (navigator.onLine) onStateChange('sending')
      else onStateChange('waiting', 'connection')
      if (paused || !navigator.onLine) {
        await interruptibleSleep(paused ? undefined : offlineDelayMs, (interrupt) => (wake = interrupt))
        continue
      }
      const outcome = await uploadOnce(file, id, {
        onCreated(begun) {
          id = begun
          onCreated(begun)
        },
        onProgress(sent) {
          failures = 0
          onProgress(sent)
        },
        onAbortReady: (stop) => (wake = stop),
      })
      if (outcome === 'done' && id) return await waitForChecksum(id, { onStateChange, signal })
      if (outcome === 'done' || outcome === 'stopped') continue
      // The server has forgotten it: it was too old. All of it is sent again.
      const isForgotten = id !== undefined && [404, 410].includes(outcome.status)
      if (isForgotten) id = undefined
      const waitsFor = isForgotten ? 'connection' : waitReasonOf(outcome)
      if (!waitsFor) throw outcome
      onStateChange('waiting', waitsFor)
      await interruptibleSleep(retryDelayMs(failures++, waitsFor), (interrupt) => (wake = interrupt))
    }
  }

  return {
    done: uploadUntilDone(),
    pause() {
      paused = true
      wake()
    },
    resume() {
      paused = false
      wake()
    },
  }
}

/** All of it is there; the server may still read a large file through. */
async function waitForChecksum(
  uploadId: string,
  { onStateChange, signal }: Pick<ResumableUploadOptions, 'onStateChange' | 'signal'>,
): Promise<string> {
  for (let failures = 0; ; ) {
    const upload = await request(getUpload, { params: { uploadId }, signal }).catch((fault: unknown) => {
      if (fault instanceof ApiError && waitReasonOf(fault)) return fault
      throw fault
    })
    const waitsFor = upload instanceof ApiError ? waitReasonOf(upload) : undefined
    if (!(upload instanceof ApiError) && upload.sha256) return uploadId
    if (waitsFor) onStateChange('waiting', waitsFor)
    else onStateChange('sending')
    failures = waitsFor ? failures + 1 : 0
    await interruptibleSleep(retryDelayMs(failures, waitsFor ?? 'connection'), () => undefined)
  }
}

/** Gives an upload up. What the server does not hear of, it removes by itself a week later. */
export async function cancelUpload(uploadId: string): Promise<void> {
  await requestEndpoint<typeof terminateUpload>(terminateUpload, {
    params: { uploadId },
    headers: { 'tus-resumable': '1.0.0' },
  }).catch(() => undefined)
}

type AttemptOptions = Pick<ResumableUploadOptions, 'onCreated' | 'onProgress'> & {
  onAbortReady: (stop: () => void) => void
}

function uploadOnce(
  file: File,
  id: string | undefined,
  { onCreated, onProgress, onAbortReady }: AttemptOptions,
): Promise<'done' | 'stopped' | ApiError> {
  let cleanUp: () => void = () => undefined
  const outcome = new Promise<'done' | 'stopped' | ApiError>((resolve) => {
    const stop = (as: 'stopped' | ApiError) => {
      void upload.abort()
      resolve(as)
    }
    const failAsOffline = () => stop(networkError())
    let stallTimer = setTimeout(failAsOffline, stallTimeoutMs)
    // The browser counts bytes as sent once they are in its buffers, so only the server knows whether they arrive.
    const probe = async (before: number) => {
      const received = await receivedBytes(idOf(upload))
      if (received === undefined || received === before) return failAsOffline()
      if (received === file.size) return stop('stopped')
      stallTimer = setTimeout(probe, stallTimeoutMs, received)
    }
    window.addEventListener('offline', failAsOffline)
    cleanUp = () => {
      clearTimeout(stallTimer)
      window.removeEventListener('offline', failAsOffline)
    }
    const upload = new Upload(file, {
      // With an address to go on at there is none to begin at: the library would begin again at every hiccup.
      ...(id
        ? { uploadUrl: buildUrl(appendUpload, { params: { uploadId: id } }) }
        : { endpoint: createUpload.path }),
      metadata: { filename: file.name },
      retryDelays: null,
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => onCreated(idOf(upload)),
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
  // A question by HEAD is answered without a body.
  return new ApiError(status, status === 401 ? 'Unauthorized' : '', response.getBody())
}

function idOf({ url }: Upload): string {
  return url?.split('/').at(-1) ?? ''
}

/** Undefined when the server does not say. */
async function receivedBytes(uploadId: string): Promise<number | undefined> {
  const signal = AbortSignal.timeout(probeTimeoutMs)
  return request(getUpload, { params: { uploadId }, signal }).then(
    ({ offset }) => offset,
    () => undefined,
  )
}

/** Sleeps so long, or until somebody wakes us or the connection is back. */
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
