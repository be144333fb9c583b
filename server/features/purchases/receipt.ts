import { decimal } from '../../../contract/money.ts'
import type { Receipt } from '../../../contract/receipts.ts'
import { purchaseState } from '../../../domain/purchase.ts'
import type { Ports } from '../../ports/index.ts'
import { trialBy, trialReceipt } from './trial.ts'
import { boughtBy, soldContent } from './unlock.ts'

/** What was paid, for whom and what came back. Whoever paid may always read it: also when access has ended. */
export async function receiptOf(ports: Ports, token: string): Promise<Receipt> {
  const tried = await trialBy(ports, token)
  if (tried) return trialReceipt(tried)
  const bought = await boughtBy(ports, token)
  const { purchase, attempt } = bought
  const row = await soldContent(ports, bought)
  const { id, amount, refunded, currency, email, paidAt } = purchase
  return {
    id,
    paidAt: paidAt.toISOString(),
    title: row.content.title,
    seller: row.creator.firstName,
    email,
    amount: decimal(amount, currency),
    refunded: decimal(refunded, currency),
    total: decimal(amount - refunded, currency),
    currency,
    state: purchaseState(purchase),
    isTest: attempt.mode === 'test',
  }
}
