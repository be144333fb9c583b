import { type Route, urlOf } from '../../contract/route.ts'
import { ApiError, offline } from './api-error.ts'
import type { ReplyOf } from './types.ts'

/** Bytes on their way. */
export type Sent = { loaded: number; total: number }
type UploadOptions = {
  params?: Record<string, unknown>
  onProgress?: (sent: Sent) => void
  signal?: AbortSignal
}

/** Sends a form with a file and says how far it has come: `fetch` cannot. Throws ApiError; AbortError when cancelled. */
export function upload<R extends Route>(
  route: R,
  form: FormData,
  { params, onProgress, signal }: UploadOptions = {},
): Promise<ReplyOf<R>> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const request = new XMLHttpRequest()
    request.open(route.method, urlOf(route, { ...(params && { params }) }))
    request.withCredentials = true
    request.upload.onprogress = ({ loaded, total }) => onProgress?.({ loaded, total })
    request.onerror = () => reject(offline())
    request.onabort = () => reject(signal?.reason)
    request.onload = () => {
      const { status, statusText, responseText } = request
      if (status < 200 || status > 299) return reject(new ApiError(status, statusText, responseText))
      resolve(JSON.parse(responseText))
    }
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}
