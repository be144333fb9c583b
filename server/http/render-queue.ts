import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../../domain/errors.ts'

/** `network` is whoever the page is rendered for, as `networkOf` names it. */
export type RenderQueue = { run<T>(network: string, render: () => Promise<T>): Promise<T> }

type Waiter = { start(): void; refuse(error: AppError): void }

/**
 * Renders a few pages at a time and lets other requests through between them. Networks take turns. When `maxWaiting` renders
 * wait, the network that has the most of them loses its newest one, which throws AppError `unavailable`.
 *
 * There is no fixed share for each network: behind a proxy that TRUST_PROXY does not name all visitors are one network,
 * and they may fill the whole queue as long as no other network waits.
 */
export function renderQueue({ maxParallel = 3, maxWaiting = 100 } = {}): RenderQueue {
  /** The network whose turn is next comes first. None is empty. */
  const waitersByNetwork = new Map<string, Array<Waiter>>()
  let waiting = 0
  let running = 0

  function takeNext(): Waiter | undefined {
    const [network, waiters = []] = waitersByNetwork.entries().next().value ?? []
    if (network === undefined) return undefined
    const next = waiters.shift()
    waitersByNetwork.delete(network)
    if (waiters.length > 0) waitersByNetwork.set(network, waiters)
    waiting -= 1
    return next
  }

  /** Throws when no other network has more renders waiting than this one would have. */
  function makeRoomFor(network: string): void {
    const own = waitersByNetwork.get(network)?.length ?? 0
    const [longest, waiters = []] =
      [...waitersByNetwork].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? []
    if (longest === undefined || waiters.length <= own + 1) throw busy()
    waiters.pop()?.refuse(busy())
    waiting -= 1
  }

  async function turnOf(network: string): Promise<void> {
    if (waiting >= maxWaiting) makeRoomFor(network)
    waiting += 1
    await new Promise<void>((start, refuse) => {
      const waiters = waitersByNetwork.get(network) ?? []
      waiters.push({ start, refuse })
      waitersByNetwork.set(network, waiters)
    })
  }

  async function leave(): Promise<void> {
    // A page is rendered in one piece. The turn in between belongs to whoever asks for something small.
    await nextTurn()
    const next = takeNext()
    // The next render takes over the slot, so `running` stays as it is.
    if (next) next.start()
    else running -= 1
  }

  return {
    async run(network, render) {
      if (running < maxParallel) running += 1
      else await turnOf(network)
      try {
        return await render()
      } finally {
        void leave()
      }
    },
  }
}

function busy(): AppError {
  return new AppError('unavailable', 'Many people are looking right now. Try again in a moment.')
}
