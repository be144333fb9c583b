import type { AppError } from '../../domain/errors.ts'
import { roundRobin } from './round-robin.ts'

export type WorkQueue = {
  /** Runs work in its owner's turn. Throws when the queue is full, in total or for this owner. */
  run<T>(owner: string, work: () => Promise<T>): Promise<T>
}

type Options = {
  /** The maximum tasks that run at the same time. */
  concurrency: number
  /** The maximum tasks waiting or running: in total, and for one owner. */
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
  let queued = 0
  let running = 0

  async function runInTurn<T>(owner: string, work: () => Promise<T>): Promise<T> {
    if (running < concurrency) running++
    // Finished work passes its turn to the next one, so `running` stays the same.
    else await new Promise<void>((resolve) => waiting.add(owner, resolve))
    try {
      return await work()
    } finally {
      const next = waiting.take(owner)
      if (next) next()
      else running--
    }
  }

  return {
    async run(owner, work) {
      const ownerCount = countByOwner.get(owner) ?? 0
      if (ownerCount >= maxQueuedPerOwner) throw options.ownerFullError()
      if (queued >= maxQueued) throw options.fullError()
      queued++
      countByOwner.set(owner, ownerCount + 1)
      try {
        return await runInTurn(owner, work)
      } finally {
        queued--
        const remaining = (countByOwner.get(owner) ?? 1) - 1
        if (remaining > 0) countByOwner.set(owner, remaining)
        else countByOwner.delete(owner)
      }
    },
  }
}
