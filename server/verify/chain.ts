import type pg from 'pg'
import type { Posting } from '../../domain/ledger.ts'
import { firstSeal } from '../../domain/seal.ts'
import { entriesAsJson, sealOf } from '../features/ledger/seals.ts'
import type { Check, Difference } from './query.ts'

type Sealed = Pick<Posting, 'kind' | 'reference'> & {
  place: string
  hash: string
  entries: Parameters<typeof sealOf>[1]['entries'] | null
}

const batch = 5_000

/** Every seal is made anew from the entries as they are now, behind the one before. */
export const chainCheck: Check = {
  name: 'No sealed entry was changed since',
  async find(client) {
    let previous = firstSeal
    let place = 0
    for (;;) {
      const rows = await sealsAfter(client, place)
      for (const row of rows) {
        place += 1
        const broken = brokenAt(row, { previous, place })
        if (broken) return [broken]
        previous = row.hash
      }
      if (rows.length < batch) return []
    }
  },
}

/** Noted somewhere else, it tells of a chain that was made anew from an old place on. */
export async function lastSeal(client: pg.ClientBase): Promise<{ place: string; hash: string } | undefined> {
  const { rows } = await client.query<{ place: string; hash: string }>(
    'select place, hash from posting_seals order by place desc limit 1',
  )
  return rows[0]
}

export const sealedCheck: Check = {
  name: 'Every posting is sealed, or marked to be',
  async find(client) {
    const { rows } = await client.query<Difference>(
      `select distinct e.kind || ' ' || e.reference as subject, 'no seal' as kept, 'booked' as summed
       from ledger_entries e
       left join posting_seals s on s.kind = e.kind and s.reference = e.reference
       left join unsealed_postings u on u.kind = e.kind and u.reference = e.reference
       where s.place is null and u.kind is null`,
    )
    return rows
  },
}

/** Once the chain is broken everything behind differs: the first place says where. */
function brokenAt(
  { kind, reference, place: found, hash, entries }: Sealed,
  { previous, place }: { previous: string; place: number },
): Difference | undefined {
  const subject = `${kind} ${reference}`
  if (Number(found) !== place) return { subject, kept: `seal ${found}`, summed: `seal ${place} is missing` }
  const summed = entries ? sealOf(previous, { kind, reference, entries }) : 'no entries'
  return summed === hash
    ? undefined
    : { subject, kept: `seal ${hash.slice(0, 16)}`, summed: summed.slice(0, 16) }
}

async function sealsAfter(client: pg.ClientBase, place: number): Promise<Array<Sealed>> {
  const { rows } = await client.query<Sealed>(
    `select s.place, s.kind, s.reference, s.hash,
       ${entriesAsJson}
         filter (where e.id is not null) as entries
     from (select * from posting_seals where place > $1 order by place limit ${batch}) s
     left join ledger_entries e on e.kind = s.kind and e.reference = s.reference
     group by s.place, s.kind, s.reference, s.hash order by s.place`,
    [place],
  )
  return rows
}
