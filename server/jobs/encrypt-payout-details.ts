import { setTimeout as sleep } from 'node:timers/promises'
import { encryptStoredDetails } from '../features/payouts/encrypt-stored-details.ts'
import type { Ports } from '../ports/index.ts'

const dayMs = 24 * 3_600_000

/**
 * Encrypts stored payout details at the start and then once a day, until the returned function is called. During a
 * rolling upgrade a process of the previous version can still store some in clear.
 */
export function startPayoutDetailsEncryption(ports: Ports): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = (async () => {
    while (!signal.aborted) {
      await encryptStoredDetails(ports, signal).catch((error: unknown) =>
        ports.log.error({ err: error }, 'payout details could not be encrypted, will retry tomorrow'),
      )
      await sleep(dayMs, undefined, { signal }).catch(() => undefined)
    }
  })()
  return async () => {
    stopping.abort()
    await running
  }
}
