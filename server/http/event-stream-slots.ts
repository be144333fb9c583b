import { BusyError } from '../../domain/errors.ts'

/** One open stream. `network` is what counts as one caller's address; `end` closes the stream. */
export type EventStream = { viewerId: string; network: string; end(): void }

type Maxima = { perPerson: number; perNetwork: number; all: number }

/** Streams that may be open in one process. A page that is not looked at holds none, so a person needs few. */
const defaultMaxima: Maxima = { perPerson: 6, perNetwork: 100, all: 5_000 }

/** Counts open streams, so that a few accounts or one address cannot take them all. */
export function eventStreamSlots(maxima: Maxima = defaultMaxima) {
  const open = new Set<EventStream>()
  const from = (network: string) => [...open].filter((stream) => stream.network === network)

  return {
    /** Ends the oldest stream of a person who has too many. Throws BusyError when the address or the process is full. */
    take(stream: EventStream): void {
      const own = [...open].filter(({ viewerId }) => viewerId === stream.viewerId)
      const oldest = own.length >= maxima.perPerson ? own[0] : undefined
      if (!oldest && open.size >= maxima.all) throw full('Too many people are looking right now.')
      if (!oldest && from(stream.network).length >= maxima.perNetwork)
        throw full('Too many pages are open from your network.')
      if (oldest) {
        // At once, not when its connection is closed: one that is never read from would keep its slot.
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
