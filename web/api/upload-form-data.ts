import { buildUrl, type Route } from '../../contract/route.ts'
import { networkError, pageAccountHeader, responseError } from './client.ts'
import type { ResponseOf } from './types.ts'

/** Progress of a transfer in bytes. */
export type TransferProgress = { loaded: number; total: number }
type UploadFormDataOptions = {
  params?: Record<string, unknown>
  onProgress?: (progress: TransferProgress) => void
  signal?: AbortSignal
}

/** Sends a form with a file and reports progress, which `fetch` cannot. Throws ApiError, or AbortError when canceled. */
export function uploadFormData<R extends Route>(
  route: R,
  form: FormData,
  { params, onProgress, signal }: UploadFormDataOptions = {},
): Promise<ResponseOf<R>> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const request = new XMLHttpRequest()
    request.open(route.method, buildUrl(route, { ...(params && { params }) }))
    request.withCredentials = true
    for (const [name, value] of Object.entries(pageAccountHeader())) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.({ loaded, total })
    request.onerror = () => reject(networkError())
    request.onabort = () => reject(signal?.reason)
    request.onload = () => {
      const { status, statusText, responseText } = request
      if (status < 200 || status > 299) return reject(responseError(status, statusText, responseText))
      resolve(JSON.parse(responseText))
    }
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}
