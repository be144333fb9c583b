import type pg from 'pg'
import { genesisHash, type Posting } from '../../domain/ledger.ts'
import { entriesJsonSql, hashPosting } from '../features/money/ledger/seal.ts'
import type { Check, Difference } from './check.ts'

type SealRow = Pick<Posting, 'kind' | 'reference'> & {
  sequence: string
  hash: string
  entries: Parameters<typeof hashPosting>[1]['entries'] | null
}

/** Small, so that memory stays the same for any number of seals. */
const batchSize = 1_000
const progressEvery = 100_000

/** Recomputes every hash from the current entries and the previous hash. */
export const hashChainCheck: Check = {
  name: 'No sealed entry has been changed',
  async run(client, onProgress) {
    const total = (await getLatestHash(client))?.sequence ?? '0'
    let previous = genesisHash
    let sequence = 0
    for (;;) {
      const rows = await selectSealsAfter(client, sequence)
      for (const row of rows) {
        sequence += 1
        const broken = verifySeal(row, { previous, sequence })
        if (broken) return [broken]
        previous = row.hash
      }
      if (rows.length < batchSize) return []
      if (sequence % progressEvery === 0) onProgress(`seal ${sequence} of ${total}`)
    }
  },
}

/** The last hash of the chain. Compared with a copy noted elsewhere, it reveals a chain that was rebuilt. */
export async function getLatestHash(
  client: pg.ClientBase,
): Promise<{ sequence: string; hash: string } | undefined> {
  const { rows } = await client.query<{ sequence: string; hash: string }>(
    'select sequence, hash from posting_hashes order by sequence desc limit 1',
  )
  return rows[0]
}

export const allPostingsSealedCheck: Check = {
  name: 'Every posting is sealed or waiting to be sealed',
  async run(client) {
    const { rows } = await client.query<Difference>(
      `select distinct e.kind || ' ' || e.reference as "entityRef", 'no seal' as stored, 'booked' as recomputed
       from ledger_entries e
       left join posting_hashes s on s.kind = e.kind and s.reference = e.reference
       left join unsealed_postings u on u.kind = e.kind and u.reference = e.reference
       where s.sequence is null and u.kind is null`,
    )
    return rows
  },
}

/** After the first break all hashes differ, so only the first one is reported. */
function verifySeal(
  { kind, reference, sequence: storedSequence, hash, entries }: SealRow,
  { previous, sequence }: { previous: string; sequence: number },
): Difference | undefined {
  const entityRef = `${kind} ${reference}`
  if (Number(storedSequence) !== sequence)
    return { entityRef, stored: `seal ${storedSequence}`, recomputed: `seal ${sequence} is missing` }
  const recomputed = entries ? hashPosting(previous, { kind, reference, entries }) : 'no entries'
  return recomputed === hash
    ? undefined
    : { entityRef, stored: `seal ${hash.slice(0, 16)}`, recomputed: recomputed.slice(0, 16) }
}

async function selectSealsAfter(client: pg.ClientBase, sequence: number): Promise<Array<SealRow>> {
  const { rows } = await client.query<SealRow>(
    `select s.sequence, s.kind, s.reference, s.hash,
       ${entriesJsonSql}
         filter (where e.id is not null) as entries
     from (select * from posting_hashes where sequence > $1 order by sequence limit ${batchSize}) s
     left join ledger_entries e on e.kind = s.kind and e.reference = s.reference
     group by s.sequence, s.kind, s.reference, s.hash order by s.sequence`,
    [sequence],
  )
  return rows
}
