import { BusyError } from '../../domain/errors.ts'

/** An open stream. `network` is the client's IP prefix; `end` closes the stream. */
export type EventStream = { viewerId: string; network: string; end(): void }

type MaxStreams = { perPerson: number; perNetwork: number; all: number }

/** The maximum open streams of a process. Hidden pages hold none, so a user needs few. */
const defaultMaxStreams: MaxStreams = { perPerson: 6, perNetwork: 100, all: 5_000 }

/** Counts open streams, so that a few accounts or one address cannot use all of them. */
export function eventStreamSlots(maxStreams: MaxStreams = defaultMaxStreams) {
  const open = new Set<EventStream>()
  const from = (network: string) => [...open].filter((stream) => stream.network === network)

  return {
    /**
     * Closes the user's oldest stream over the limit. Throws BusyError when the network or the process is at its
     * limit.
     */
    open(stream: EventStream): void {
      const own = [...open].filter(({ viewerId }) => viewerId === stream.viewerId)
      const oldest = own.length >= maxStreams.perPerson ? own[0] : undefined
      if (!oldest && open.size >= maxStreams.all) throw limitError('Too many people are connected right now.')
      if (!oldest && from(stream.network).length >= maxStreams.perNetwork)
        throw limitError('Too many pages are open from your network.')
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

function limitError(sentence: string): BusyError {
  return new BusyError('unavailable', `${sentence} Please try again in a minute.`, 60)
}
