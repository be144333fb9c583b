/** The only source of the current time, so that tests can control it. */
export interface Clock {
  now(): Date
  /** How far this clock is ahead of another one that shows `other` now, in milliseconds. A simulated clock follows no other. */
  differenceMs?(other: Date): number
}
