/** The only source of "now" and of new ids, so that tests can stop the one and count the other. */
export interface Clock {
  now(): Date
}

/** A random number of 10 to 12 digits, never sequential: a tip link may be unlisted. */
export type NewId = () => number
