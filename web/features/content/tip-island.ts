import { watchAmount } from './island/amount-field.ts'
import { findPayCard } from './island/card.ts'
import { sendViewBeacon } from './island/count-view.ts'
import { offerTrial } from './island/own-item.ts'
import { startPaying } from './island/pay.ts'
import { handlePaymentReturn } from './island/return.ts'
import { watchSharing } from './island/share.ts'

const card = findPayCard(document)
if (card) {
  watchAmount(card)
  startPaying(card)
  handlePaymentReturn(card)
  void offerTrial(card)
  if (!card.isTrial) sendViewBeacon(card)
}
watchSharing(document)
