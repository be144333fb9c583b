import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../../domain/errors.ts'
import { roundRobin } from './round-robin.ts'

/** `network` is the IP prefix of the visitor for whom the page is rendered. */
export type RenderQueue = { run<T>(network: string, render: () => Promise<T>): Promise<T> }

type Waiter = { start(): void; refuse(error: AppError): void }

/**
 * Renders a few pages at a time and lets other requests run in between. Networks take turns. When `maxWaiting`
 * renders are waiting, the network with the most of them loses its newest one, which throws AppError `unavailable`.
 * There is no fixed share for each network: behind a proxy that is not in TRUST_PROXY all visitors are one network,
 * and they may fill the whole queue as long as no other network waits.
 */
export function renderQueue({ maxParallel = 3, maxWaiting = 100 } = {}): RenderQueue {
  const waiting = roundRobin<Waiter>()
  let running = 0

  /** Throws unless another network has more waiting renders than this one would have. */
  function evictFor(network: string): void {
    if (waiting.maxCount() <= waiting.countOf(network) + 1) throw busyError()
    waiting.takeFromLongest()?.refuse(busyError())
  }

  async function waitForSlot(network: string): Promise<void> {
    if (waiting.count() >= maxWaiting) evictFor(network)
    await new Promise<void>((start, refuse) => waiting.add(network, { start, refuse }))
  }

  async function leave(): Promise<void> {
    // A render blocks the event loop, so other requests run before the next one.
    await nextTurn()
    const next = waiting.take()
    // The next render takes over the slot, so `running` stays the same.
    if (next) next.start()
    else running -= 1
  }

  return {
    async run(network, render) {
      if (running < maxParallel) running += 1
      else await waitForSlot(network)
      try {
        return await render()
      } finally {
        void leave()
      }
    },
  }
}

function busyError(): AppError {
  return new AppError('unavailable', 'This site is very busy right now. Try again in a moment.')
}
