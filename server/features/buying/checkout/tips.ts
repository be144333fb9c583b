import { eq } from 'drizzle-orm'
import { formatDecimal } from '../../../../contract/money.ts'
import type { CheckoutTip } from '../../../../contract/purchases.ts'
import { asksForTip, suggestedTips } from '../../../../domain/tip.ts'
import type { Db } from '../../../db/database.ts'
import { contentItems } from '../../../db/schema/index.ts'
import type { CheckoutRow } from '../purchases/checkouts-repository.ts'

type Tipped = Pick<CheckoutRow, 'contentId' | 'listAmount' | 'tipAmount' | 'ownedContentIds' | 'currency'>

/**
 * The tip of a checkout and those that can be chosen. Null for an item that asks for none, unless one was chosen before, and for
 * who pays what an owner pays.
 */
export async function presentTip(
  db: Db,
  { contentId, listAmount, tipAmount, ownedContentIds, currency }: Tipped,
): Promise<CheckoutTip | null> {
  if (ownedContentIds.length > 0) return null
  const { pricingModel, priceAmount, offersTip } = contentItems
  const [content] = await db
    .select({ pricingModel, priceAmount, offersTip, currency: contentItems.currency })
    .from(contentItems)
    .where(eq(contentItems.id, contentId))
  if (tipAmount === 0 && !(content && asksForTip(content))) return null
  return {
    amount: formatDecimal(tipAmount, currency),
    suggestions: suggestedTips(listAmount).map((tip) => formatDecimal(tip, currency)),
  }
}
