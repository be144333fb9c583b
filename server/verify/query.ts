import type pg from 'pg'

/** Where two accounts of the same thing differ, in cents (or a count, or a word). */
export type Difference = { subject: string; kept: string; summed: string }
export type Check = { name: string; find(client: pg.ClientBase): Promise<Array<Difference>> }

/** A query that answers the differences: subject, kept, summed. None on a healthy database. */
export function query(name: string, text: string): Check {
  return { name, find: async (client) => (await client.query<Difference>(text)).rows }
}
