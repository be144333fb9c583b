import type pg from 'pg'

/** A stored value that differs from its recomputation, in minor units (or a count, or text). */
export type Difference = { entityRef: string; stored: string; recomputed: string }
/** Called while a check runs, with what it has done so far. */
export type OnProgress = (progress: string) => void
export type Check = {
  name: string
  run(client: pg.ClientBase, onProgress: OnProgress): Promise<Array<Difference>>
}

/** A query that returns differences: entityRef, stored, recomputed. None on a healthy database. */
export function sqlCheck(name: string, text: string): Check {
  return { name, run: async (client) => (await client.query<Difference>(text)).rows }
}
