/** Pseudo-random numbers by seed (mulberry32). */
export function seeded(seed: number) {
  let state = seed >>> 0
  /** From 0 to below 1. */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    /** An integer from 0 to below `end`. */
    below: (end: number) => Math.floor(next() * end),
    happens: (chance: number) => next() < chance,
    pick: <T>(list: ReadonlyArray<T>): T | undefined => list[Math.floor(next() * list.length)],
    shuffled: <T>(list: ReadonlyArray<T>): Array<T> =>
      list
        .map((item) => ({ item, sortKey: next() }))
        .sort((a, b) => a.sortKey - b.sortKey)
        .map(({ item }) => item),
  }
}

export type Seeded = ReturnType<typeof seeded>
