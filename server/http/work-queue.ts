import type { AppError } from '../../domain/errors.ts'

/** A place in a queue. `run` may be called several times; `leave` frees the place. */
export type QueuePlace = { run<T>(work: () => Promise<T>): Promise<T>; leave(): void }

export type WorkQueue = {
  /** Throws at once when the queue is full, in total or for this owner. */
  enter(owner: string): QueuePlace
  /** Enters, runs and leaves. */
  run<T>(owner: string, work: () => Promise<T>): Promise<T>
}

type Options = {
  /** Work that runs at the same time. */
  concurrency: number
  /** The maximum places, including running work: in total, and for one owner. */
  maxPlaces: number
  maxPlacesPerOwner: number
  fullError: () => AppError
  ownerFullError: () => AppError
}

/** A queue in memory for expensive work: first in, first out, with a maximum length and a share for each owner. */
export function workQueue(options: Options): WorkQueue {
  const { concurrency, maxPlaces, maxPlacesPerOwner } = options
  const placesByOwner = new Map<string, number>()
  const waiting: Array<() => void> = []
  let places = 0
  let running = 0

  async function runInTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running < concurrency) running++
    // Finished work passes its slot to the next one, so `running` stays the same.
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }

  function enter(owner: string): QueuePlace {
    const owned = placesByOwner.get(owner) ?? 0
    if (owned >= maxPlacesPerOwner) throw options.ownerFullError()
    if (places >= maxPlaces) throw options.fullError()
    places++
    placesByOwner.set(owner, owned + 1)
    let hasLeft = false
    const leave = () => {
      if (hasLeft) return
      hasLeft = true
      places--
      const left = (placesByOwner.get(owner) ?? 1) - 1
      if (left > 0) placesByOwner.set(owner, left)
      else placesByOwner.delete(owner)
    }
    return { run: runInTurn, leave }
  }

  async function run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    const place = enter(owner)
    try {
      return await place.run(work)
    } finally {
      place.leave()
    }
  }

  return { enter, run }
}
