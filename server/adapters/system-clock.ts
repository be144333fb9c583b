import { randomInt } from 'node:crypto'
import type { Clock, NewId } from '../ports/clock.ts'

export const systemClock: Clock = { now: () => new Date() }

/** Ten to twelve digits, random: nobody finds an unlisted item, or counts our sales, by counting. */
export const generateId: NewId = () => randomInt(1_000_000_000, 1_000_000_000_000)
