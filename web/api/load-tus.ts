import { offline } from './api-error.ts'

/** Fetches what sends files in pieces. Where its code does not come, that is told as a lost connection is: throws ApiError. */
export function loadTus(): Promise<typeof import('./tus.ts')> {
  return import('./tus.ts').catch(() => {
    throw offline()
  })
}

/** Gives uploads up. What the server does not hear of, it removes by itself a week later. */
export function giveUpUploads(...uploadIds: Array<string>): void {
  void loadTus().then(
    ({ giveUp }) => uploadIds.map(giveUp),
    () => undefined,
  )
}
