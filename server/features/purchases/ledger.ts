import { creatorDelta, type Posting } from '../../../domain/ledger.ts'
import type { Tx } from '../../db/database.ts'
import type { Ports } from '../../ports/index.ts'
import { updateRollups } from '../content/rollups.ts'
import { postToLedger } from '../ledger/repository.ts'
import type { PurchaseRow } from './repository.ts'

/** Posts a reversal or its undo, and updates the item's totals. `saleCount` is the change in the number of paid sales. */
export async function postReversal(
  tx: Tx,
  { clock }: Ports,
  { creatorId, contentId, currency }: PurchaseRow,
  { posting, saleCount }: { posting: Posting; saleCount: number },
): Promise<void> {
  const now = clock.now()
  await postToLedger(tx, posting, { currency, now })
  const earned = creatorDelta(posting, creatorId)
  await updateRollups(tx, {
    ...{ contentId, creatorId, now },
    ...{ saleCount, purchaseCount: 0, netAmount: earned },
  })
}
