/** What the copy of the instance on another disk or in an object store has and lacks. */
export type ReplicaStatus = {
  /** A path, or `s3://bucket/prefix`. */
  place: string
  /** How long the oldest change that is not there has been made, in seconds. */
  lagSeconds: number
  /** Whether commits of money should wait for the copy, and whether they do. */
  shouldWait: boolean
  isWaiting: boolean
  /** When the newest complete copy of the database was made, as ISO 8601; null while there is none. */
  baseAt: string | null
  /** How many stored files are not there yet. */
  filesPending: number
  /** Why something is not there, as a sentence; null when nothing failed. */
  problem: string | null
  /** It began a moment ago, so that it may lack everything. */
  isStarting: boolean
}

/** The running copy of the bundled database and of the files. */
export interface Replica {
  /** Never throws. */
  status(): ReplicaStatus
}
