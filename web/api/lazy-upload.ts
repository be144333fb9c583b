import { networkError } from './api-error.ts'

/** Fetches what sends files in pieces. Where its code does not come, that is told as a lost connection is: throws ApiError. */
export function loadResumableUpload(): Promise<typeof import('./resumable-upload.ts')> {
  return import('./resumable-upload.ts').catch(() => {
    throw networkError()
  })
}

/** Gives uploads up. What the server does not hear of, it removes by itself a week later. */
export function cancelUploads(...uploadIds: Array<string>): void {
  void loadResumableUpload().then(
    ({ cancelUpload }) => uploadIds.map(cancelUpload),
    () => undefined,
  )
}
