import { earnedBy, type Posting } from '../../../domain/ledger.ts'
import type { Tx } from '../../db/database.ts'
import type { Ports } from '../../ports/index.ts'
import { addToTotals } from '../content/totals.ts'
import { post } from '../ledger/repository.ts'
import type { PurchaseRow } from './repository.ts'

/** Posts what moves money of a purchase, and adds it to the totals of its item. `tips` is by how many paid sales they change. */
export async function bookMove(
  tx: Tx,
  { clock }: Ports,
  { creatorId, contentId, currency }: PurchaseRow,
  { posting, tips }: { posting: Posting; tips: number },
): Promise<void> {
  const now = clock.now()
  await post(tx, posting, { currency, now })
  const earned = earnedBy(posting, creatorId)
  await addToTotals(tx, { contentId, creatorId, tips, unlocks: 0, earned, now })
}
