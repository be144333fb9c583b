import { randomInt } from 'node:crypto'
import type { Clock, NewId } from '../ports/clock.ts'

export const systemClock: Clock = { now: () => new Date() }

/** Ten to twelve random digits, so that unlisted items and the number of sales cannot be guessed by counting. */
export const generateId: NewId = () => randomInt(1_000_000_000, 1_000_000_000_000)
