import type { AppError } from '../../domain/errors.ts'

/** A caller's place in a queue. `run` may be called several times; `leave` gives the place back. */
export type QueuePlace = { run<T>(work: () => Promise<T>): Promise<T>; leave(): void }

export type WorkQueue = {
  /** Throws at once when the queue is full, for everybody or for this owner. */
  enter(owner: string): QueuePlace
  /** Enters, runs and leaves. */
  run<T>(owner: string, work: () => Promise<T>): Promise<T>
}

type Options = {
  /** Works that run at the same time. */
  concurrency: number
  /** Places, running ones included: of everybody, and of one owner. */
  maxPlaces: number
  maxPlacesPerOwner: number
  fullError: () => AppError
  ownerFullError: () => AppError
}

/** A queue in memory for work that costs much: first in, first out, with a bounded length and a share for each owner. */
export function workQueue(options: Options): WorkQueue {
  const { concurrency, maxPlaces, maxPlacesPerOwner } = options
  const placesByOwner = new Map<string, number>()
  const waiting: Array<() => void> = []
  let places = 0
  let running = 0

  async function runInTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running < concurrency) running++
    // Whoever ends hands its slot to the next one, so `running` stays as it is.
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
