import { setTimeout as sleep } from 'node:timers/promises'
import { collectGarbage } from '../features/content/garbage-collect-files.ts'
import type { Ports } from '../ports/index.ts'

const dayMs = 24 * 3_600_000
/** The first cleanup waits until the start has finished. */
const initialDelayMs = 60_000

/** Cleans the file store a minute after the start and then once a day, until the returned function is called. */
export function startFileStoreCleanup(ports: Ports): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = (async () => {
    for (let delayMs = initialDelayMs; ; delayMs = dayMs) {
      await sleep(delayMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      await cleanFileStore(ports).catch((error: unknown) =>
        ports.log.error({ err: error }, 'file store cleanup failed, will retry tomorrow'),
      )
    }
  })()
  return async () => {
    stopping.abort()
    await running
  }
}

/** Cleans once, and logs what was removed. */
async function cleanFileStore(ports: Ports): Promise<void> {
  const cleaned = await collectGarbage(ports)
  if (Object.values(cleaned).some((count) => count > 0)) ports.log.info(cleaned, 'removed unreferenced files')
}
