/** The only source of the current time and of new ids, so that tests can control both. */
export interface Clock {
  now(): Date
}

/** A random number of 10 to 12 digits, never sequential, because a tip link may be unlisted. */
export type NewId = () => number
