import { useEffect, useState } from 'react'
import type { IslandDefinition } from '../../../hydration/island.tsx'
import { sleep } from '../../../payments/checkout.ts'

const retryIntervalMs = 10_000

/** Requests the file until it is available, then reloads the page, whose URL is the file's. */
function RetryNote() {
  const [isReady, setIsReady] = useState(false)

  // Requests the first byte until the file is available or the error changes.
  useEffect(() => {
    let isCanceled = false
    const retry = async () => {
      do await sleep(retryIntervalMs)
      while (!isCanceled && (await isStillFailing()))
      if (isCanceled) return
      setIsReady(true)
      location.assign(location.href)
    }
    void retry()
    return () => {
      isCanceled = true
    }
  }, [])
  return (
    <p role="status" className="text-ink-soft">
      {isReady ? 'Your download is starting.' : 'This page tries again automatically.'}
    </p>
  )
}

async function isStillFailing(): Promise<boolean> {
  const headers = { accept: '*/*', range: 'bytes=0-0' }
  return fetch(location.href, { headers, redirect: 'manual', cache: 'no-store' }).then(
    ({ status }) => status >= 500,
    () => true,
  )
}

export const retryNoteIsland: IslandDefinition<Record<never, never>> = {
  name: 'retry-note',
  entry: 'web/features/buying/access/retry-note.island.tsx',
  Component: RetryNote,
}
