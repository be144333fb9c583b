import { watchAmount } from './island/amount-field.ts'
import { sendViewBeacon } from './island/count-view.ts'
import { findPayCard } from './island/pay-card-elements.ts'
import { handlePaymentReturn } from './island/payment-return.ts'
import { watchSharing } from './island/share.ts'
import { startPaying } from './island/start-checkout.ts'
import { offerTestPurchase } from './island/test-purchase-link.ts'

const card = findPayCard(document)
if (card) {
  watchAmount(card)
  startPaying(card)
  handlePaymentReturn(card)
  void offerTestPurchase(card)
  if (!card.isTestPurchase) sendViewBeacon(card)
}
watchSharing(document)
