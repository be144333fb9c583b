/** Deliberate failures of webhook delivery between the sandbox and us. The same seed gives the same failures. */
export type FaultInjection = {
  /** The delay of an event before its first delivery, in milliseconds. */
  randomDelayMs(): number
  /** Drops, duplicates and reorders events. */
  perturb<T>(events: Array<T>): Array<T>
}

export type FaultConfig = {
  seed: number
  maxDelayMs: number
  /** Probabilities from 0 to 1. */
  duplicateRate: number
  dropRate: number
  shuffle: 'yes' | 'no'
}

export function createFaultInjection(config: Partial<FaultConfig> = {}): FaultInjection {
  const { seed = 1, maxDelayMs = 0, duplicateRate = 0, dropRate = 0, shuffle = 'no' } = config
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
    .map((item) => ({ item, sortKey: random() }))
    .sort((a, b) => a.sortKey - b.sortKey)
    .map(({ item }) => item)
}

/** Pseudo-random numbers from 0 to below 1, by a linear congruential generator with the constants of Numerical Recipes. */
function createPrng(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
