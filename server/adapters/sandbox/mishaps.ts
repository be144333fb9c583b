/** How badly the post between the sandbox and us behaves. Same seed, same mishaps. */
export type Mishaps = {
  /** Milliseconds an event waits at most before it is first posted. */
  delayUpTo(): number
  /** Which events are posted, in which order, how often: an event may be missing, or there twice. */
  posted<T>(events: Array<T>): Array<T>
}

export type Knobs = {
  seed: number
  delayMs: number
  /** Chances from 0 to 1. */
  duplicate: number
  drop: number
  shuffle: 'yes' | 'no'
}

export function mishapsFrom(knobs: Partial<Knobs> = {}): Mishaps {
  const { seed = 1, delayMs = 0, duplicate = 0, drop = 0, shuffle = 'no' } = knobs
  const random = seeded(seed)
  return {
    delayUpTo: () => Math.floor(random() * delayMs),
    posted(events) {
      const kept = events.filter(() => random() >= drop)
      const sent = kept.flatMap((event) => (random() < duplicate ? [event, event] : [event]))
      return shuffle === 'yes' ? shuffled(sent, random) : sent
    },
  }
}

function shuffled<T>(items: Array<T>, random: () => number): Array<T> {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

/** Numbers from 0 up to 1 by a linear congruential generator (Numerical Recipes' constants): good enough for mishaps. */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
