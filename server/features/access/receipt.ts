import { maskEmail } from '../../../contract/mask-email.ts'
import { formatDecimal } from '../../../contract/money.ts'
import { toShownName } from '../../../contract/names.ts'
import type { Receipt, ReceiptCorrection } from '../../../contract/receipts.ts'
import { cardText } from '../../../domain/card-text.ts'
import { purchaseState } from '../../../domain/purchase.ts'
import { formatReceiptNumber } from '../../../domain/receipt-number.ts'
import type { BuyerProof, FindViewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import type { PurchaseWithGrant } from '../purchases/repository.ts'
import { loadTestPurchase } from '../purchases/test-purchases.ts'
import { getPurchaseReceipts } from '../receipts/purchase-receipts.ts'
import type { ReceiptRow } from '../receipts/repository.ts'

import { contentOfPurchase } from './active-access.ts'

import { hasBuyerProof } from './buyer-proof.ts'

import { presentTestReceipt } from './present-test-purchase.ts'
import { requirePurchaseByToken } from './verify-purchase.ts'

export type ReceiptRequest = { token: string; findViewer: FindViewer; proof: BuyerProof }

/**
 * The receipt with payment, tax and corrections. The buyer can read it even after access is revoked. Only the browser
 * that paid gets the whole email address and the card: access links are forwarded. The emailed receipt has both.
 */
export async function getReceipt(
  ports: Ports,
  { token, findViewer, proof }: ReceiptRequest,
): Promise<Receipt> {
  const testPurchase = await loadTestPurchase(ports, token, findViewer)
  if (testPurchase) return presentTestReceipt(testPurchase)
  const bought = await requirePurchaseByToken(ports, token)
  const receipt = await presentReceipt(ports, bought)
  if (hasBuyerProof(ports, bought.checkout, proof)) return receipt
  return { ...receipt, email: maskEmail(receipt.email), card: null }
}

/** The documents state what they stated when they were issued; refunds are the purchase's current ones. */
export async function presentReceipt(
  ports: Ports,
  bought: PurchaseWithGrant,
  readDocuments = getPurchaseReceipts,
): Promise<Receipt> {
  const { purchase, checkout } = bought
  const row = await contentOfPurchase(ports, bought)
  const documents = await readDocuments(ports, purchase.id)
  const receipt = documents.find(({ kind }) => kind === 'receipt')
  const { orderNumber, amount, refundedAmount, taxAmount, taxRateBps, currency, buyerEmail } = purchase
  const { businessName: name, vatId, withdrawalConsent, withdrawalConsentAt } = checkout
  const money = (minorUnits: number) => formatDecimal(minorUnits, currency)
  return {
    id: orderNumber,
    number: receipt ? formatReceiptNumber(receipt) : null,
    paidAt: purchase.paidAt.toISOString(),
    title: receipt?.title || row.content.title,
    seller: toShownName(row.creator.firstName),
    issuer: receipt?.seller.name ? receipt.seller : null,
    business: name || vatId ? { name, vatId } : null,
    buyerCountry: purchase.buyerCountry,
    email: buyerEmail,
    amount: money(amount),
    tax:
      taxRateBps === 0
        ? null
        : { rateBps: taxRateBps, amount: money(taxAmount), netAmount: money(amount - taxAmount) },
    refundedAmount: money(refundedAmount),
    netAmount: money(amount - refundedAmount),
    currency,
    state: purchaseState(purchase),
    card: cardText(purchase),
    corrections: documents.filter(({ kind }) => kind !== 'receipt').map(presentCorrection),
    withdrawalConsent: withdrawalConsentAt
      ? { text: withdrawalConsent, at: withdrawalConsentAt.toISOString() }
      : null,
    isTest: checkout.mode === 'test',
  }
}

function presentCorrection(document: ReceiptRow): ReceiptCorrection {
  const { kind, issuedAt, amount, taxAmount, currency } = document
  return {
    number: formatReceiptNumber(document),
    kind,
    issuedAt: issuedAt.toISOString(),
    amount: formatDecimal(amount, currency),
    taxAmount: formatDecimal(taxAmount, currency),
  }
}
