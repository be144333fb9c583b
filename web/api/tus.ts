import { DetailedError, Upload } from 'tus-js-client'
import { urlOf } from '../../contract/route.ts'
import { beginUpload, continueUpload, dropUpload, getUpload } from '../../contract/uploads.ts'
import { ApiError, offline } from './api-error.ts'
import { call, send } from './client.ts'
import type { Sent } from './upload.ts'

/** `waiting`: the connection is lost, and we go on by ourselves as soon as it is back. */
export type SendState = 'sending' | 'paused' | 'waiting'

type Options = {
  /** The upload that has a part of this file already. */
  known?: string
  /** The server's name for it, as soon as there is one. */
  onBegun: (uploadId: string) => void
  onProgress: (sent: Sent) => void
  onState: (state: SendState) => void
  signal: AbortSignal
}

/** A file on its way. `done` gives the upload's id; it throws ApiError, or what the signal was ended with. */
export type Sending = { done: Promise<string>; pause(): void; resume(): void }

/** Milliseconds in which some bytes must go, or the connection is taken for dead. */
const stall = 20_000
const shortestWait = 1_000
const longestWait = 15_000

/** Sends a file in pieces and goes on wherever it breaks: lost connections, a server that starts again. Imported only when a file is sent. */
export function sendInPieces(file: File, { known, onBegun, onProgress, onState, signal }: Options): Sending {
  let paused = false
  let interrupt: () => void = () => undefined
  signal.addEventListener('abort', () => interrupt(), { once: true })

  async function untilDone(): Promise<string> {
    let id = known
    for (let failures = 0; ; ) {
      signal.throwIfAborted()
      onState(paused ? 'paused' : navigator.onLine ? 'sending' : 'waiting')
      if (paused || !navigator.onLine) {
        await nap(paused ? undefined : longestWait, (wake) => (interrupt = wake))
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
      if (outcome === 'done' && id) return await checked(id, signal)
      if (outcome === 'done' || outcome === 'stopped') continue
      // The server has forgotten it: it was too old. All of it is sent again.
      if (id && [404, 410].includes(outcome.status)) id = undefined
      else if (!isPassing(outcome)) throw outcome
      onState('waiting')
      await nap(Math.min(longestWait, shortestWait * 2 ** failures++), (wake) => (interrupt = wake))
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
async function checked(uploadId: string, signal: AbortSignal): Promise<string> {
  for (;;) {
    const shown = await call(getUpload, { params: { uploadId }, signal }).catch((fault: unknown) => {
      if (fault instanceof ApiError && isPassing(fault)) return undefined
      throw fault
    })
    if (shown?.sha256) return uploadId
    await nap(shortestWait, () => undefined)
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
    let watch = setTimeout(lose, stall)
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
      onUploadUrlAvailable: () => onBegun(upload.url?.split('/').at(-1) ?? ''),
      onProgress(loaded, total) {
        clearTimeout(watch)
        // Once all has gone, the server may read a large file through before it answers.
        if (loaded < total) watch = setTimeout(lose, stall)
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

/** No answer, somebody else's turn, or a server that is not itself just now. A full store (507) does not pass by waiting. */
function isPassing({ status }: ApiError): boolean {
  return status === 0 || status === 409 || status === 423 || (status >= 500 && status !== 507)
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
