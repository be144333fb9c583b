import type { MinorUnits } from '../../../../contract/money.ts'
import { utcDay } from '../../../../domain/dates.ts'
import type { Tx } from '../../../db/database.ts'
import { addToRow } from '../../../db/rows.ts'
import { contentDailyRollups, contentRollups, creatorDailyRollups } from '../../../db/schema/index.ts'

/** The change of an item's totals by a sale or refund. The order of changes does not matter. */
type RollupDelta = {
  contentId: number
  creatorId: string
  saleCount: number
  purchaseCount: number
  netAmount: MinorUnits
}

/**
 * Adds to the totals of an item and of a day. Every writer locks the rows in this order: item's totals, item's day,
 * creator's day. Returns the item's totals.
 */
export async function addToRollups(tx: Tx, delta: RollupDelta, now: Date) {
  const { contentId, creatorId, saleCount, purchaseCount, netAmount } = delta
  const totals = await addToRow(tx, contentRollups, delta, {
    key: ['contentId'],
    plus: ['saleCount', 'purchaseCount', 'netAmount'],
  })
  const daily = {
    creatorId,
    day: utcDay(now),
    purchaseCount,
    saleCountDelta: saleCount,
    netAmountDelta: netAmount,
  }
  await addToRow(
    tx,
    contentDailyRollups,
    { ...daily, contentId },
    {
      key: ['contentId', 'day'],
      plus: ['purchaseCount', 'saleCountDelta', 'netAmountDelta'],
    },
  )
  await addToRow(tx, creatorDailyRollups, daily, {
    key: ['creatorId', 'day'],
    plus: ['purchaseCount', 'saleCountDelta', 'netAmountDelta'],
  })
  return totals
}
