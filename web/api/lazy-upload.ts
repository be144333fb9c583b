import { networkError } from './client.ts'

/** Loads the code of resumable uploads. Throws ApiError (a network error) when the code cannot be loaded. */
export function loadResumableUpload(): Promise<typeof import('./resumable-upload.ts')> {
  return import('./resumable-upload.ts').catch(() => {
    throw networkError()
  })
}

/** Cancels uploads. The server removes an upload after a week when this request is lost. */
export function cancelUploads(...uploadIds: Array<string>): void {
  void loadResumableUpload().then(
    ({ cancelUpload }) => uploadIds.map(cancelUpload),
    () => undefined,
  )
}
