import { roundRobin } from '../../http/round-robin.ts'

/** After this many files of one owner that were too complex, its next ones wait until no other owner does. */
const maxTooComplex = 2
const penaltyMs = 3_600_000

export type SampleQueue = {
  /** Runs one task at a time. Owners take turns. */
  run<T>(owner: string, work: () => Promise<T>): Promise<T>
  /** Whether another owner waits whose turn comes before the rest of this owner's work. */
  doOthersWait(owner: string): boolean
  recordTooComplex(owner: string): void
  isLast(owner: string): boolean
}

/** `now` returns milliseconds. */
export function sampleQueue(now: () => number = () => performance.now()): SampleQueue {
  const waiting = roundRobin<() => void>()
  const last = roundRobin<() => void>()
  const tooComplexAt = new Map<string, Array<number>>()
  let isRunning = false

  function recentTooComplex(owner: string): Array<number> {
    return (tooComplexAt.get(owner) ?? []).filter((at) => now() - at < penaltyMs)
  }

  const isLast = (owner: string) => recentTooComplex(owner).length >= maxTooComplex

  const others = (lane: typeof waiting, owner: string) => lane.count() - lane.countOf(owner)

  return {
    async run(owner, work) {
      if (isRunning) {
        const lane = isLast(owner) ? last : waiting
        await new Promise<void>((start) => lane.add(owner, start))
      }
      isRunning = true
      try {
        return await work()
      } finally {
        const next = waiting.take(owner) ?? last.take(owner)
        // The next one takes over, so nobody may come in between.
        if (next) next()
        else isRunning = false
      }
    },
    doOthersWait: (owner) => others(waiting, owner) + (isLast(owner) ? others(last, owner) : 0) > 0,
    recordTooComplex(owner) {
      for (const known of tooComplexAt.keys())
        if (recentTooComplex(known).length === 0) tooComplexAt.delete(known)
      tooComplexAt.set(owner, [...recentTooComplex(owner), now()])
    },
    isLast,
  }
}
