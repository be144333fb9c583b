import { setTimeout as sleep } from 'node:timers/promises'
import type { Ports } from '../ports/index.ts'
import { settleStragglers } from './settle-stragglers.ts'

/** Milliseconds between two looks for payments that nobody told us of. */
const sweepEvery = 15_000

/** Sweeps until the returned function is called, which waits for what is in hand. */
export function startSweeper(ports: Ports): () => Promise<void> {
  const stopping = new AbortController()
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await settleStragglers(ports).catch((error: unknown) =>
        ports.log.error({ err: error }, 'the sweep failed'),
      )
      await sleep(sweepEvery, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()
  return async () => {
    stopping.abort()
    await running
  }
}
