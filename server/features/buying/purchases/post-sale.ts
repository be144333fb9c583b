import { creatorDelta, type Posting } from '../../../../domain/ledger.ts'
import type { Tx } from '../../../db/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { postToLedger } from '../../money/ledger/repository.ts'
import { lockCreator } from '../../people/accounts/repository.ts'
import { addToRollups } from '../../selling/content/rollups.ts'
import type { PurchaseRow } from './repository.ts'

type Sold = Pick<PurchaseRow, 'creatorId' | 'contentId' | 'currency'>

type SalePosting = { posting: Posting; saleCount: number; purchaseCount: number }

/**
 * Posts a sale, a reversal or its undo, and updates the item's totals. It takes the creator's lock first, which is held
 * until the transaction ends. Returns the creator, and the number of purchases of the item and of the day.
 */
export async function postSale(
  tx: Tx,
  { clock }: Pick<Ports, 'clock'>,
  { creatorId, contentId, currency }: Sold,
  { posting, saleCount, purchaseCount }: SalePosting,
) {
  const now = clock.now()
  const creator = await lockCreator(tx, creatorId)
  await postToLedger(tx, posting, { currency, now })
  const netAmount = creatorDelta(posting, creatorId)
  const change = { contentId, creatorId, saleCount, purchaseCount, netAmount }
  return { creator, ...(await addToRollups(tx, change, now)) }
}
