import { AppError } from '../../../../domain/errors.ts'
import type { Tx } from '../../../db/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { accessUrl } from '../access/verify-purchase.ts'
import { lockBuyerCheckout } from '../purchases/checkouts-repository.ts'
import { findOwnedPurchase } from '../purchases/repository.ts'
import { passFreeDoor } from './free-door.ts'
import { storeWithHolds } from './holds.ts'
import { recordFree } from './record-free.ts'
import type { Order, StartCheckoutInput } from './start-checkout.ts'

const emailFirstMessage = 'The creator asks for your email first.'

/**
 * Gives an item to this browser that costs nothing, by its own price or by a code, and returns its access link. A browser
 * that has it already gets the link that it has, and no use of the code is counted.
 */
export async function claimFree(
  ports: Ports,
  input: StartCheckoutInput,
  { row, price, discount }: Order,
): Promise<string> {
  const { db } = ports
  const { buyerCookieHash, isNewBrowser, ip = '', source = '' } = input
  const { content } = row
  const item = { buyerCookieHash, contentId: content.id }
  const owned = isNewBrowser ? undefined : await findOwnedPurchase(db, item)
  if (owned) return accessUrl(ports, owned)
  if (content.pricingModel === 'free' && content.asksForEmail)
    throw new AppError('invalid_input', emailFirstMessage, { email: emailFirstMessage })
  await passFreeDoor(ports, row, ip)
  const store = async (tx: Tx) => {
    await lockBuyerCheckout(tx, item)
    // Another click of the same browser may have been faster.
    const earlier = await findOwnedPurchase(tx, item)
    if (earlier) return earlier
    const { listAmount } = price
    return recordFree(tx, ports, { row, buyerCookieHash, buyerEmail: '', source, listAmount, discount })
  }
  return accessUrl(ports, await storeWithHolds(ports, { buyerCookieHash, store }))
}
