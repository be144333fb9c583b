import { BusyError } from '../../domain/errors.ts'

/** An open stream. `network` is the client's IP prefix; `end` closes the stream. */
export type EventStream = { viewerId: string; network: string; end(): void }

type Maxima = { perPerson: number; perNetwork: number; all: number }

/** The maximum open streams of a process. Hidden pages hold none, so a user needs few. */
const defaultMaxima: Maxima = { perPerson: 6, perNetwork: 100, all: 5_000 }

/** Counts open streams, so that a few accounts or one address cannot use all of them. */
export function eventStreamSlots(maxima: Maxima = defaultMaxima) {
  const open = new Set<EventStream>()
  const from = (network: string) => [...open].filter((stream) => stream.network === network)

  return {
    /**
     * Closes the user's oldest stream over the limit. Throws BusyError when the network or the process is at its
     * limit.
     */
    open(stream: EventStream): void {
      const own = [...open].filter(({ viewerId }) => viewerId === stream.viewerId)
      const oldest = own.length >= maxima.perPerson ? own[0] : undefined
      if (!oldest && open.size >= maxima.all) throw full('Too many people are connected right now.')
      if (!oldest && from(stream.network).length >= maxima.perNetwork)
        throw full('Too many pages are open from your network.')
      if (oldest) {
        // Removed at once and not when its connection closes: a stream that is never read would keep its slot.
        open.delete(oldest)
        oldest.end()
      }
      open.add(stream)
    },
    free(stream: EventStream): void {
      open.delete(stream)
    },
    endAll(): void {
      for (const stream of open) stream.end()
    },
  }
}

function full(sentence: string): BusyError {
  return new BusyError('unavailable', `${sentence} Please try again in a minute.`, 60)
}
