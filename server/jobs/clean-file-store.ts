import { setTimeout as sleep } from 'node:timers/promises'
import { collectGarbage } from '../features/content/garbage-collect-files.ts'
import type { Ports } from '../ports/index.ts'

/** Milliseconds. */
const dayMs = 24 * 3_600_000
/** The first look waits until the start is over. */
const initialDelayMs = 60_000

/** Cleans the store a minute after the start and then once a day, until the returned function is called. */
export function startFileStoreCleanup(ports: Ports): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = (async () => {
    for (let wait = initialDelayMs; ; wait = dayMs) {
      await sleep(wait, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      await cleanFileStore(ports).catch((error: unknown) =>
        ports.log.error({ err: error }, 'the store could not be cleaned; it is tried again tomorrow'),
      )
    }
  })()
  return async () => {
    stopping.abort()
    await running
  }
}

/** Cleans once, and says what went. */
async function cleanFileStore(ports: Ports): Promise<void> {
  const cleaned = await collectGarbage(ports)
  if (Object.values(cleaned).some((count) => count > 0)) ports.log.info(cleaned, 'removed what nobody needs')
}
