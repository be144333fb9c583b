import type { Clock } from '../ports/clock.ts'

export const systemClock: Clock = {
  now: () => new Date(),
  differenceMs: (other) => Date.now() - other.getTime(),
}
