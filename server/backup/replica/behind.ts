import type pg from 'pg'
import { formatBytes } from '../../../domain/format.ts'
import { slotName } from './wal-stream.ts'

/** How much of a running database its replica does not have yet, in words; undefined while nothing copies to it. */
export async function behindText(pool: pg.Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ bytes: number }>(
    `select greatest(0, pg_wal_lsn_diff(pg_current_wal_flush_lsn(), flush_lsn))::float8 as bytes
     from pg_stat_replication where application_name = $1 and flush_lsn is not null`,
    [slotName],
  )
  const [row] = rows
  if (!row) return undefined
  return row.bytes === 0 ? 'nothing missing in it' : `${formatBytes(row.bytes)} of changes behind`
}
