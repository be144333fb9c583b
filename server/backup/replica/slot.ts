import type pg from 'pg'
import { slotName } from './wal-stream.ts'

type Client = Pick<pg.ClientBase, 'query'>

/** Lets the database remove the log that it kept for a replica. Returns whether there was such a slot. */
export async function dropSlot(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1',
    [slotName],
  )
  return rows.length > 0
}

/**
 * The slot keeps the log that is not stored. One that has lost it, because it was too much, is made anew. Returns whether it
 * was made, and so keeps nothing from before.
 */
export async function ensureSlot(client: Client): Promise<boolean> {
  await client.query(
    `select pg_drop_replication_slot(slot_name) from pg_replication_slots
     where slot_name = $1 and wal_status = 'lost'`,
    [slotName],
  )
  const { rows } = await client.query(
    `select pg_create_physical_replication_slot($1, true)
     where not exists (select from pg_replication_slots where slot_name = $1)`,
    [slotName],
  )
  return rows.length > 0
}
