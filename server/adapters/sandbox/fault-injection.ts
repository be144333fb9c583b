/** How badly the post between the sandbox and us behaves. Same seed, same mishaps. */
export type FaultInjection = {
  /** Milliseconds an event waits at most before it is first posted. */
  randomDelayMs(): number
  /** Which events are posted, in which order, how often: an event may be missing, or there twice. */
  perturb<T>(events: Array<T>): Array<T>
}

export type FaultConfig = {
  seed: number
  maxDelayMs: number
  /** Chances from 0 to 1. */
  duplicateRate: number
  dropRate: number
  shuffle: 'yes' | 'no'
}

export function createFaultInjection(knobs: Partial<FaultConfig> = {}): FaultInjection {
  const { seed = 1, maxDelayMs = 0, duplicateRate = 0, dropRate = 0, shuffle = 'no' } = knobs
  const random = createPrng(seed)
  return {
    randomDelayMs: () => Math.floor(random() * maxDelayMs),
    perturb(events) {
      const delivered = events.filter(() => random() >= dropRate)
      const sent = delivered.flatMap((event) => (random() < duplicateRate ? [event, event] : [event]))
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
function createPrng(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
