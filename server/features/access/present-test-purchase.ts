import { formatDecimal } from '../../../contract/money.ts'
import type { PurchaseAccess } from '../../../contract/purchases.ts'
import type { Receipt } from '../../../contract/receipts.ts'
import type { Ports } from '../../ports/index.ts'
import { accessToken } from '../purchases/access-token.ts'
import { type TestPurchase, testAccessUrl } from '../purchases/test-purchases.ts'
import { presentMoreFromCreator, presentPurchasedContent, presentThankYouNote } from './open-access.ts'

/** The response that a buyer would get, marked as a test. */
export async function presentTestAccess(
  ports: Ports,
  { testPurchase, row }: TestPurchase,
): Promise<PurchaseAccess> {
  const token = accessToken(ports, testPurchase.tokenNonce)
  return {
    thankYouNote: presentThankYouNote(row),
    moreFromCreator: await presentMoreFromCreator(ports, {
      contentId: row.content.id,
      creatorId: row.content.creatorId,
    }),
    content: presentPurchasedContent(ports, { of: 'testPurchase', orderNumber: testPurchase.id, token }, row),
    isWithheld: false,
    isPayingBrowser: false,
    purchase: {
      id: testPurchase.id,
      amount: formatDecimal(testPurchase.amount, testPurchase.currency),
      currency: testPurchase.currency,
      state: 'paid',
      paidAt: testPurchase.createdAt.toISOString(),
      email: testPurchase.buyerEmail,
      canCorrectEmail: false,
      paymentIntentId: '',
      refundStatus: 'unavailable',
      hasWithdrawalRight: false,
      refundableUntil: null,
      isTest: true,
    },
    accessUrl: testAccessUrl(ports, testPurchase),
  }
}

export function presentTestReceipt({ testPurchase, row }: TestPurchase): Receipt {
  const { id, createdAt, buyerEmail, amount, currency } = testPurchase
  return {
    id,
    number: null,
    paidAt: createdAt.toISOString(),
    title: row.content.title,
    seller: row.creator.firstName,
    ...{ issuer: null, business: null, buyerCountry: null, tax: null },
    ...{ corrections: [], withdrawalConsent: null },
    email: buyerEmail,
    amount: formatDecimal(amount, currency),
    refundedAmount: formatDecimal(0, currency),
    netAmount: formatDecimal(amount, currency),
    currency,
    state: 'paid',
    card: null,
    isTest: true,
  }
}
