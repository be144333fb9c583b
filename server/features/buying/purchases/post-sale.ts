import { placeholder, sql } from 'drizzle-orm'
import { creatorDelta, type Posting } from '../../../../domain/ledger.ts'
import type { Tx } from '../../../db/database.ts'
import { preparedSql } from '../../../db/prepared-query.ts'
import { users } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { entryArrays, postingParts, postingValues } from '../../money/ledger/repository.ts'
import { deltaOf, rollupParts, rollupValues } from '../../selling/content/rollups.ts'
import type { PurchaseRow } from './repository.ts'

/** A posting with the changes in the numbers of paid sales and of purchases. */
type SalePosting = { posting: Posting; saleCount: number; purchaseCount: number }

/**
 * Posts a reversal or its undo, and updates the item's totals, in one statement. It takes the creator's lock
 * first, which is held until the transaction ends.
 */
export async function postWithRollups(
  tx: Tx,
  { clock }: Ports,
  { creatorId, contentId, currency }: PurchaseRow,
  { posting, saleCount, purchaseCount }: SalePosting,
): Promise<void> {
  const now = clock.now()
  const { rows } = await insertPostingWithRollups(tx, {
    ...postingValues(posting, { currency, now }),
    ...rollupValues({
      ...{ contentId, creatorId, now, saleCount, purchaseCount },
      netAmount: creatorDelta(posting, creatorId),
    }),
  })
  if (rows[0]?.entry_count !== posting.entries.length) throw new Error(`Creator ${creatorId} does not exist`)
}

const insertPostingWithRollups = preparedSql<{ entry_count: number }>(
  'insert_posting_with_rollups',
  sql`with locked_creator as materialized (
      select id from ${users} where id = ${placeholder('creatorId')} for no key update
    ), ${postingParts(sql`locked_creator, unnest(${entryArrays}) as entry (kind, reference, account, amount)`)},
    ${rollupParts(deltaOf(sql`locked_creator`))}
    select count(*)::int as entry_count from inserted_entries`,
)
