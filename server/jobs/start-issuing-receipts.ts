import { setTimeout as sleep } from 'node:timers/promises'
import { issueReceipts } from '../features/receipts/issue-receipts.ts'
import type { Ports } from '../ports/index.ts'

/** A receipt is there within a second of its sale. An idle round is one short query. */
const intervalMs = 500

/** Issues receipts until the returned function is called, which waits for a running batch. */
export function startIssuingReceipts(ports: Ports): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = (async () => {
    while (!signal.aborted) {
      await issueReceipts(ports).catch((error: unknown) =>
        ports.log.error({ err: error }, 'receipts could not be issued, will retry'),
      )
      await sleep(intervalMs, undefined, { signal }).catch(() => undefined)
    }
  })()
  return async () => {
    stopping.abort()
    await running
  }
}
