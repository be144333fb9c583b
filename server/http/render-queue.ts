import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../../domain/errors.ts'

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
  /** Ordered by turn: the next network comes first. No entry is empty. */
  const waitersByNetwork = new Map<string, Array<Waiter>>()
  let queuedCount = 0
  let running = 0

  function takeNext(): Waiter | undefined {
    const [network, waiters = []] = waitersByNetwork.entries().next().value ?? []
    if (network === undefined) return undefined
    const next = waiters.shift()
    waitersByNetwork.delete(network)
    if (waiters.length > 0) waitersByNetwork.set(network, waiters)
    queuedCount -= 1
    return next
  }

  /** Throws unless another network has more waiting renders than this one would have. */
  function evictFor(network: string): void {
    const own = waitersByNetwork.get(network)?.length ?? 0
    const [longest, waiters = []] =
      [...waitersByNetwork].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? []
    if (longest === undefined || waiters.length <= own + 1) throw busyError()
    waiters.pop()?.refuse(busyError())
    queuedCount -= 1
  }

  async function waitForSlot(network: string): Promise<void> {
    if (queuedCount >= maxWaiting) evictFor(network)
    queuedCount += 1
    await new Promise<void>((start, refuse) => {
      const waiters = waitersByNetwork.get(network) ?? []
      waiters.push({ start, refuse })
      waitersByNetwork.set(network, waiters)
    })
  }

  async function leave(): Promise<void> {
    // A render blocks the event loop, so other requests run before the next one.
    await nextTurn()
    const next = takeNext()
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
