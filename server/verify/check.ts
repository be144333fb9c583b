import type pg from 'pg'

/** Where two accounts of the same thing differ, in cents (or a count, or a word). */
export type Difference = { entityRef: string; stored: string; recomputed: string }
export type Check = { name: string; run(client: pg.ClientBase): Promise<Array<Difference>> }

/** A query that answers the differences: entityRef, stored, recomputed. None on a healthy database. */
export function sqlCheck(name: string, text: string): Check {
  return { name, run: async (client) => (await client.query<Difference>(text)).rows }
}
