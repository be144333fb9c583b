import { DetailedError, Upload } from 'tus-js-client'
import { urlOf } from '../../contract/route.ts'
import { beginUpload, continueUpload, dropUpload, getUpload } from '../../contract/uploads.ts'
import { ApiError, offline } from './api-error.ts'
import { call, send } from './client.ts'
import type { Sent } from './upload.ts'
import { retryDelayMs, type WaitReason, waitReasonOf } from './upload-retry.ts'

/** `waiting`: it goes on automatically, as soon as what it waits for is back. */
export type SendState = 'sending' | 'paused' | 'waiting'

type Options = {
  /** The upload that has a part of this file already. */
  known?: string
  /** The server's name for it, as soon as there is one. */
  onBegun: (uploadId: string) => void
  onProgress: (sent: Sent) => void
  onState: (state: SendState, waitsFor?: WaitReason) => void
  signal: AbortSignal
}

/** A file on its way. `done` gives the upload's id; it throws ApiError, or what the signal was ended with. */
export type Sending = { done: Promise<string>; pause(): void; resume(): void }

/** Time in which some bytes must go, or the connection is taken for dead. */
const stallTimeoutMs = 20_000
/** Time that the server gets to say how much has come. */
const probeTimeoutMs = 10_000
const offlineDelayMs = 15_000

/** Sends a file in pieces and goes on wherever it breaks: lost connections, a server that starts again. Imported only when a file is sent. */
export function sendInPieces(file: File, { known, onBegun, onProgress, onState, signal }: Options): Sending {
  let paused = false
  let interrupt: () => void = () => undefined
  signal.addEventListener('abort', () => interrupt(), { once: true })

  async function untilDone(): Promise<string> {
    let id = known
    for (let failures = 0; ; ) {
      signal.throwIfAborted()
      if (paused) onState('paused')
      else if (navigator.onLine) onState('sending')
      else onState('waiting', 'connection')
      if (paused || !navigator.onLine) {
        await nap(paused ? undefined : offlineDelayMs, (wake) => (interrupt = wake))
        continue
      }
      const outcome = await attempt(file, id, {
        onBegun(begun) {
          id = begun
          onBegun(begun)
        },
        onProgress(sent) {
          failures = 0
          onProgress(sent)
        },
        stopsBy: (stop) => (interrupt = stop),
      })
      if (outcome === 'done' && id) return await checked(id, { onState, signal })
      if (outcome === 'done' || outcome === 'stopped') continue
      // The server has forgotten it: it was too old. All of it is sent again.
      const isForgotten = id !== undefined && [404, 410].includes(outcome.status)
      if (isForgotten) id = undefined
      const waitsFor = isForgotten ? 'connection' : waitReasonOf(outcome)
      if (!waitsFor) throw outcome
      onState('waiting', waitsFor)
      await nap(retryDelayMs(failures++, waitsFor), (wake) => (interrupt = wake))
    }
  }

  return {
    done: untilDone(),
    pause() {
      paused = true
      interrupt()
    },
    resume() {
      paused = false
      interrupt()
    },
  }
}

/** All of it is there; the server may still read a large file through. */
async function checked(
  uploadId: string,
  { onState, signal }: Pick<Options, 'onState' | 'signal'>,
): Promise<string> {
  for (let failures = 0; ; ) {
    const shown = await call(getUpload, { params: { uploadId }, signal }).catch((fault: unknown) => {
      if (fault instanceof ApiError && waitReasonOf(fault)) return fault
      throw fault
    })
    const waitsFor = shown instanceof ApiError ? waitReasonOf(shown) : undefined
    if (!(shown instanceof ApiError) && shown.sha256) return uploadId
    if (waitsFor) onState('waiting', waitsFor)
    else onState('sending')
    failures = waitsFor ? failures + 1 : 0
    await nap(retryDelayMs(failures, waitsFor ?? 'connection'), () => undefined)
  }
}

/** Gives an upload up. What the server does not hear of, it removes by itself a week later. */
export async function giveUp(uploadId: string): Promise<void> {
  await send<typeof dropUpload>(dropUpload, {
    params: { uploadId },
    headers: { 'tus-resumable': '1.0.0' },
  }).catch(() => undefined)
}

type Attempt = Pick<Options, 'onBegun' | 'onProgress'> & { stopsBy: (stop: () => void) => void }

function attempt(
  file: File,
  id: string | undefined,
  { onBegun, onProgress, stopsBy }: Attempt,
): Promise<'done' | 'stopped' | ApiError> {
  let ends: () => void = () => undefined
  const outcome = new Promise<'done' | 'stopped' | ApiError>((resolve) => {
    const stop = (as: 'stopped' | ApiError) => {
      void upload.abort()
      resolve(as)
    }
    const lose = () => stop(offline())
    let watch = setTimeout(lose, stallTimeoutMs)
    // The browser counts bytes as sent once they are in its buffers, so only the server knows whether they arrive.
    const probe = async (before: number) => {
      const received = await receivedBytes(idOf(upload))
      if (received === undefined || received === before) return lose()
      if (received === file.size) return stop('stopped')
      watch = setTimeout(probe, stallTimeoutMs, received)
    }
    window.addEventListener('offline', lose)
    ends = () => {
      clearTimeout(watch)
      window.removeEventListener('offline', lose)
    }
    const upload = new Upload(file, {
      // With an address to go on at there is none to begin at: the library would begin again at every hiccup.
      ...(id
        ? { uploadUrl: urlOf(continueUpload, { params: { uploadId: id } }) }
        : { endpoint: beginUpload.path }),
      metadata: { filename: file.name },
      retryDelays: null,
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => onBegun(idOf(upload)),
      onProgress(loaded, total) {
        clearTimeout(watch)
        watch =
          loaded < total ? setTimeout(lose, stallTimeoutMs) : setTimeout(probe, stallTimeoutMs, undefined)
        onProgress({ loaded, total })
      },
      onSuccess: () => resolve('done'),
      onError: (error) => resolve(faultOf(error)),
    })
    stopsBy(() => stop('stopped'))
    upload.start()
  })
  return outcome.finally(() => ends())
}

function faultOf(error: Error): ApiError {
  const response = error instanceof DetailedError ? error.originalResponse : null
  if (!response || response.getStatus() === 0) return offline()
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
  return call(getUpload, { params: { uploadId }, signal }).then(
    ({ received }) => received,
    () => undefined,
  )
}

/** Sleeps so long, or until somebody wakes us or the connection is back. */
function nap(ms: number | undefined, wakesBy: (wake: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = ms === undefined ? undefined : setTimeout(wake, ms)
    function wake() {
      clearTimeout(timer)
      window.removeEventListener('online', wake)
      resolve()
    }
    if (ms !== undefined) window.addEventListener('online', wake)
    wakesBy(wake)
  })
}
