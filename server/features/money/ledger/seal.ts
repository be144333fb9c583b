import { createHash } from 'node:crypto'
import { desc, sql } from 'drizzle-orm'
import { canonicalPosting, type Entry, genesisHash, type Posting } from '../../../../domain/ledger.ts'
import type { Tx } from '../../../db/database.ts'
import { insertRows } from '../../../db/rows.ts'
import { postingHashes, unsealedPostings } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'

const batchSize = 500

/**
 * Appends new postings to the hash chain. Sales do not wait for it: a trigger marks each posting in its own
 * transaction, and one process at a time seals the marked ones. Returns the number of sealed postings.
 */
export async function sealPostings(ports: Pick<Ports, 'db' | 'clock'>): Promise<number> {
  let sealedTotal = 0
  for (;;) {
    const sealed = await ports.db.transaction((tx) => sealNextBatch(tx, ports.clock.now()))
    sealedTotal += sealed
    if (sealed < batchSize) return sealedTotal
  }
}

async function sealNextBatch(tx: Tx, now: Date): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('posting_hashes'))`)
  const pendingPostings = await selectUnsealedPostings(tx)
  if (pendingPostings.length === 0) return 0
  const [last] = await tx.select().from(postingHashes).orderBy(desc(postingHashes.sequence)).limit(1)
  let previous = last?.hash ?? genesisHash
  const seals = pendingPostings.map(({ kind, reference, entries }, index) => {
    previous = hashPosting(previous, { kind, reference, entries })
    return { sequence: (last?.sequence ?? 0) + index + 1, kind, reference, hash: previous, sealedAt: now }
  })
  await insertRows(tx, postingHashes, seals)
  await tx.execute(sql`delete from ${unsealedPostings} u using ${postingHashes} s
    where s.kind = u.kind and s.reference = u.reference and s.sequence > ${last?.sequence ?? 0}`)
  return seals.length
}

type UnsealedPosting = Pick<Posting, 'kind' | 'reference'> & {
  entries: Array<Entry & { currency: string; at: string }>
}

/** The hash of a posting after the previous one, as 64 hexadecimal digits. */
export function hashPosting(previous: string, posting: UnsealedPosting): string {
  return createHash('sha256').update(canonicalPosting(previous, posting)).digest('hex')
}

/** The entries `e` of a posting as JSON in SQL, with times as ISO 8601 in UTC with milliseconds. */
export const entriesJsonSql = `json_agg(json_build_object('account', e.account, 'amount', e.amount,
  'currency', e.currency, 'at', to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))`

async function selectUnsealedPostings(tx: Tx): Promise<Array<UnsealedPosting>> {
  const { rows } = await tx.execute<UnsealedPosting>(sql`
    select u.kind, u.reference, ${sql.raw(entriesJsonSql)} as entries
    from (select * from ${unsealedPostings} order by first_entry_id limit ${batchSize}) u
    join ledger_entries e on e.kind = u.kind and e.reference = u.reference
    group by u.kind, u.reference, u.first_entry_id order by u.first_entry_id`)
  return rows
}
