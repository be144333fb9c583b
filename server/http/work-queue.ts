import type { AppError } from '../../domain/errors.ts'
import { roundRobin } from './round-robin.ts'

/** A slot in a queue. `run` may be called several times; `leave` frees the slot. */
export type QueueSlot = { run<T>(work: () => Promise<T>): Promise<T>; leave(): void }

export type WorkQueue = {
  /** Throws at once when the queue is full, in total or for this owner. */
  enter(owner: string): QueueSlot
  /** Enters, runs and leaves. */
  run<T>(owner: string, work: () => Promise<T>): Promise<T>
}

type Options = {
  /** The maximum tasks that run at the same time. */
  concurrency: number
  /** The maximum slots, including those of running tasks: in total, and for one owner. */
  maxQueued: number
  maxQueuedPerOwner: number
  fullError: () => AppError
  ownerFullError: () => AppError
}

/** A queue in memory for expensive work: owners take turns, with a maximum length and a share for each owner. */
export function workQueue(options: Options): WorkQueue {
  const { concurrency, maxQueued, maxQueuedPerOwner } = options
  const countByOwner = new Map<string, number>()
  const waiting = roundRobin<() => void>()
  let usedSlots = 0
  let running = 0

  async function runWhenFree<T>(owner: string, work: () => Promise<T>): Promise<T> {
    if (running < concurrency) running++
    // Finished work passes its slot to the next one, so `running` stays the same.
    else await new Promise<void>((resolve) => waiting.add(owner, resolve))
    try {
      return await work()
    } finally {
      const next = waiting.take(owner)
      if (next) next()
      else running--
    }
  }

  function enter(owner: string): QueueSlot {
    const ownerCount = countByOwner.get(owner) ?? 0
    if (ownerCount >= maxQueuedPerOwner) throw options.ownerFullError()
    if (usedSlots >= maxQueued) throw options.fullError()
    usedSlots++
    countByOwner.set(owner, ownerCount + 1)
    let hasLeft = false
    const leave = () => {
      if (hasLeft) return
      hasLeft = true
      usedSlots--
      const remaining = (countByOwner.get(owner) ?? 1) - 1
      if (remaining > 0) countByOwner.set(owner, remaining)
      else countByOwner.delete(owner)
    }
    return { run: (work) => runWhenFree(owner, work), leave }
  }

  async function run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    const slot = enter(owner)
    try {
      return await slot.run(work)
    } finally {
      slot.leave()
    }
  }

  return { enter, run }
}
