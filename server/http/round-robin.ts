/** Waiters by owner. The owners take turns, so that one with many waiters delays the others by one each. */
export type RoundRobin<Waiter> = {
  add(owner: string, waiter: Waiter): void
  /** Removes and returns the oldest waiter of the next owner. The turn of `served`, who had one just now, comes last. */
  take(served?: string): Waiter | undefined
  /** Removes and returns the newest waiter of the owner that has most of them. */
  takeFromLongest(): Waiter | undefined
  countOf(owner: string): number
  /** The waiters of the owner that has most of them. */
  maxCount(): number
  count(): number
}

export function roundRobin<Waiter>(): RoundRobin<Waiter> {
  /** Ordered by turn: the next owner comes first. No entry is empty. */
  const waitersByOwner = new Map<string, Array<Waiter>>()
  const longest = () => [...waitersByOwner].toSorted(([, a], [, b]) => b.length - a.length)[0]
  let count = 0

  return {
    add(owner, waiter) {
      const waiters = waitersByOwner.get(owner) ?? []
      waiters.push(waiter)
      waitersByOwner.set(owner, waiters)
      count += 1
    },
    take(served) {
      const own = served === undefined ? undefined : waitersByOwner.get(served)
      if (served !== undefined && own) {
        waitersByOwner.delete(served)
        waitersByOwner.set(served, own)
      }
      const [owner, waiters = []] = waitersByOwner.entries().next().value ?? []
      if (owner === undefined) return undefined
      waitersByOwner.delete(owner)
      const waiter = waiters.shift()
      if (waiters.length > 0) waitersByOwner.set(owner, waiters)
      count -= 1
      return waiter
    },
    takeFromLongest() {
      const [owner, waiters = []] = longest() ?? []
      if (owner === undefined) return undefined
      const waiter = waiters.pop()
      if (waiters.length === 0) waitersByOwner.delete(owner)
      count -= 1
      return waiter
    },
    countOf: (owner) => waitersByOwner.get(owner)?.length ?? 0,
    maxCount: () => longest()?.[1].length ?? 0,
    count: () => count,
  }
}
