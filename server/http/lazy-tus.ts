import type { TusHandler, UploadService } from './tus.ts'

/** Loads the library of the tus protocol with the first request, because a start doesn't need it. */
export function lazyTusHandler(
  uploads: UploadService,
  options: { path: string; maxBytes: number },
): TusHandler {
  let loading: Promise<TusHandler> | undefined
  const load = async () => (await import('./tus.ts')).tusHandler(uploads, options)
  return async (request, reply, viewer) => {
    loading ??= load()
    const answer = await loading
    return answer(request, reply, viewer)
  }
}
