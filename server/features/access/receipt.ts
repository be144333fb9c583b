import { formatDecimal } from '../../../contract/money.ts'
import type { Receipt } from '../../../contract/receipts.ts'
import { cardText } from '../../../domain/card-text.ts'
import { purchaseState } from '../../../domain/purchase.ts'
import type { Ports } from '../../ports/index.ts'
import { loadTestPurchase } from '../purchases/test-purchases.ts'
import { presentTestReceipt } from './present-test-purchase.ts'
import { contentOfPurchase, requirePurchaseByToken } from './verify-purchase.ts'

/** The receipt with payment and refunds. The buyer can read it even after access is revoked. */
export async function getReceipt(ports: Ports, token: string): Promise<Receipt> {
  const testPurchase = await loadTestPurchase(ports, token)
  if (testPurchase) return presentTestReceipt(testPurchase)
  const bought = await requirePurchaseByToken(ports, token)
  const { purchase, checkout } = bought
  const row = await contentOfPurchase(ports, bought)
  const { orderNumber, amount, refundedAmount, currency, buyerEmail, paidAt } = purchase
  return {
    id: orderNumber,
    paidAt: paidAt.toISOString(),
    title: row.content.title,
    seller: row.creator.firstName,
    email: buyerEmail,
    amount: formatDecimal(amount, currency),
    refundedAmount: formatDecimal(refundedAmount, currency),
    netAmount: formatDecimal(amount - refundedAmount, currency),
    currency,
    state: purchaseState(purchase),
    card: cardText(purchase),
    isTest: checkout.mode === 'test',
  }
}
