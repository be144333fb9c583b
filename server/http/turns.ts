import type { FastifyRequest } from 'fastify'
import type { Route } from '../../contract/route.ts'
import { BusyError } from '../../domain/errors.ts'
import { ipPrefix } from './rate-limit.ts'

/** `take` resolves with the function that ends the turn, which may be called more than once. */
export type Turns = { take(owner: string): Promise<() => void> }

type Options = { maxParallel: number; maxWaiting: number }

/**
 * Lets each owner do a few things at the same time; further ones wait in the order they came. Throws BusyError when
 * too many of an owner wait. Owners don't wait for each other.
 */
export function turnsByOwner({ maxParallel, maxWaiting }: Options): Turns {
  /** What waits for a turn of each owner who has one. */
  const waitingByOwner = new Map<string, { running: number; waiting: Array<() => void> }>()

  function leave(owner: string): void {
    const turns = waitingByOwner.get(owner)
    const next = turns?.waiting.shift()
    // The next one takes over the turn, so `running` stays the same.
    if (next) next()
    else if (turns && turns.running > 1) turns.running -= 1
    else waitingByOwner.delete(owner)
  }

  return {
    async take(owner) {
      const turns = waitingByOwner.get(owner) ?? { running: 0, waiting: [] }
      waitingByOwner.set(owner, turns)
      if (turns.running < maxParallel) turns.running += 1
      else if (turns.waiting.length >= maxWaiting) throw busyError()
      else await new Promise<void>((start) => turns.waiting.push(start))
      let hasLeft = false
      return () => {
        if (!hasLeft) leave(owner)
        hasLeft = true
      }
    },
  }
}

/** A read may hold a connection to the database. Half of the pool's six that don't listen are left for others. */
const readsOfOneOwner: Options = { maxParallel: 3, maxWaiting: 200 }
/** An export reads everything and lasts as long as its reader takes. */
const exportsOfOneKind: Options = { maxParallel: 1, maxWaiting: 1 }

/**
 * The turns of the API's reads. One account, or one network of visitors, can't use all connections to the database
 * and all of the processor's time. Checkouts, purchases and health checks never wait for a turn.
 */
export function readTurns() {
  const reads = turnsByOwner(readsOfOneOwner)
  const exports = turnsByOwner(exportsOfOneKind)
  return {
    /** Runs a read in the turn of its account or network. */
    async read<T>(route: Route, request: FastifyRequest, read: () => Promise<T>): Promise<T> {
      const owner = ownerOf(route, request)
      if (owner === undefined) return read()
      const leave = await reads.take(owner)
      try {
        return await read()
      } finally {
        // The response is serialized, and other requests run, before the next one.
        setImmediate(leave)
      }
    },
    /** An account makes each of its exports once at a time. */
    takeExport: ({ viewer, routeOptions }: FastifyRequest) =>
      exports.take(`${viewer?.id ?? ''} ${routeOptions.url}`),
  }
}

/** Undefined for what never waits. */
function ownerOf(
  { method, auth, path, transport }: Route,
  { viewer, ip }: FastifyRequest,
): string | undefined {
  if (method !== 'GET') return undefined
  if (auth === 'creator' || auth === 'admin') return viewer?.id
  // Health checks have no path below /api/. Public files have queues of their own.
  return auth === 'public' && transport === 'json' && path.startsWith('/api/') ? ipPrefix(ip) : undefined
}

function busyError(): BusyError {
  return new BusyError('rate_limited', 'You’re asking for too much at once. Try again in a few seconds.', 5)
}
